/*
 * With DEBUG=1 the compiler adds checks to the code (build.mk, CHECKS).  Where one finds that what
 * C leaves undefined is about to be done, it calls a function here, which panics and says what it
 * was.
 *
 * Only the compiler makes calls to these functions, so there is no header.  Names and arguments are
 * those of LLVM's run-time library (compiler-rt/lib/ubsan, ubsan_handlers.h and ubsan_value.h),
 * which gcc has too.
 *
 * Left out: checks that CHECKS leaves to the CPU, those of C++ and floating point, and the printing
 * of numbers of more than 64 bits.
 */
#include "core/panic.h"
#include "core/print.h"

#ifdef DEBUG

/* The compiler's description of a type. */
struct type {
    uint16_t kind; /* 0: an integer */
    uint16_t info; /* of one: bit 0, that it is signed; above, the logarithm of its bits */
    char name[];   /* in quotes */
};

/* And the place of a check. */
struct check {
    const char *file;
    uint32_t line, column;
    const struct type *type[2]; /* none, one or two, as said at each function */
};

/* The bits that a value has; 0: it is no integer of up to 64. */
static unsigned width_of(const struct type *type)
{
    unsigned width = type->kind == 0 ? 1u << (type->info >> 1) : 0;
    return width <= 64 ? width : 0;
}

/* Those above the type's mean nothing.  Not for a width of 0. */
static int64_t value_of(const struct type *type, uint64_t bits)
{
    unsigned above = 64 - width_of(type);
    return type->info & 1 ? (int64_t)(bits << above) >> above : (int64_t)(bits << above >> above);
}

#define NUMBER 24 /* characters that one needs */

static const char *number(const struct type *type, uint64_t bits, char text[NUMBER])
{
    if (width_of(type) == 0)
        return "a number";
    print_into(text, NUMBER, type->info & 1 ? "%ld" : "%lu", value_of(type, bits));
    return text;
}

#define UNDEFINED(check, format, ...) \
    panic("%s:%u: undefined behaviour: " format, (check)->file, (check)->line, ##__VA_ARGS__)

/* ---- arithmetic; type[0]: of both numbers and the result ---- */

static _Noreturn void overflow(const struct check *check, uint64_t left, const char *operator,
                               uint64_t right)
{
    char a[NUMBER], b[NUMBER];
    UNDEFINED(check, "%s %s %s is no value of %s", number(check->type[0], left, a), operator,
              number(check->type[0], right, b), check->type[0]->name);
}

_Noreturn void __ubsan_handle_add_overflow_abort(struct check *check, uint64_t a, uint64_t b)
{
    overflow(check, a, "+", b);
}

_Noreturn void __ubsan_handle_sub_overflow_abort(struct check *check, uint64_t a, uint64_t b)
{
    overflow(check, a, "-", b);
}

_Noreturn void __ubsan_handle_mul_overflow_abort(struct check *check, uint64_t a, uint64_t b)
{
    overflow(check, a, "*", b);
}

_Noreturn void __ubsan_handle_divrem_overflow_abort(struct check *check, uint64_t a, uint64_t b)
{
    overflow(check, a, "/ (or %)", b);
}

_Noreturn void __ubsan_handle_negate_overflow_abort(struct check *check, uint64_t a)
{
    overflow(check, 0, "-", a);
}

/* type: of the number, and of how far. */
_Noreturn void __ubsan_handle_shift_out_of_bounds_abort(struct check *check, uint64_t a,
                                                        uint64_t by)
{
    const struct type *type = check->type[0];
    const char *why = "the result is no value of that type";
    if (width_of(type) == 0 || width_of(check->type[1]) == 0)
        why = "too far, or it is negative, or the result is no value of that type";
    else if ((uint64_t)value_of(check->type[1], by) >= width_of(type))
        why = "not from 0 to below the bits that it has";
    else if (type->info & 1 && value_of(type, a) < 0)
        why = "it is negative";
    char value[NUMBER], distance[NUMBER];
    UNDEFINED(check, "%s, of type %s, is shifted by %s: %s", number(type, a, value), type->name,
              number(check->type[1], by, distance), why);
}

_Noreturn void __ubsan_handle_invalid_builtin_abort(struct check *check)
{
    UNDEFINED(check, "the first, or last, bit that is 1 is looked for in 0");
}

/* ---- memory ---- */

/* type: of the array, and of the index. */
_Noreturn void __ubsan_handle_out_of_bounds_abort(struct check *check, uint64_t index)
{
    char text[NUMBER];
    UNDEFINED(check, "index %s lies outside %s", number(check->type[1], index, text),
              check->type[0]->name);
}

/* type[0]: of the number of elements. */
_Noreturn void __ubsan_handle_vla_bound_not_positive_abort(struct check *check, uint64_t n)
{
    char text[NUMBER];
    UNDEFINED(check, "an array on the stack of %s elements", number(check->type[0], n, text));
}

/* type[0]: the type of the object that should be there. */
_Noreturn void __ubsan_handle_type_mismatch_v1_abort(struct check *check, uint64_t address)
{
    UNDEFINED(check, "no %s is at 0x%lx, as the object there ends before", check->type[0]->name,
              address);
}

_Noreturn void __ubsan_handle_pointer_overflow_abort(struct check *check, uint64_t base,
                                                     uint64_t result)
{
    if (base == 0)
        UNDEFINED(check, "NULL is moved to 0x%lx", result);
    if (result == 0)
        UNDEFINED(check, "a pointer, 0x%lx, is moved to NULL", base);
    UNDEFINED(check, "a pointer, 0x%lx, is moved to 0x%lx, beyond the end of all addresses", base,
              result);
}

/* ---- values ---- */

/* type[0]: bool, or the enumeration. */
_Noreturn void __ubsan_handle_load_invalid_value_abort(struct check *check, uint64_t value)
{
    char text[NUMBER];
    UNDEFINED(check, "%s is no value of %s", number(check->type[0], value, text),
              check->type[0]->name);
}

_Noreturn void __ubsan_handle_nonnull_arg_abort(struct check *check)
{
    UNDEFINED(check, "NULL is given to a function that takes no NULL there");
}

_Noreturn void __ubsan_handle_nonnull_return_v1_abort(void *of_function, struct check *check)
{
    (void)of_function;
    UNDEFINED(check, "NULL is returned by a function that returns no NULL");
}

_Noreturn void __ubsan_handle_builtin_unreachable(struct check *check)
{
    UNDEFINED(check, "this place was reached, and __builtin_unreachable() says that it never is");
}

#endif
