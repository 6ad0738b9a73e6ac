/* The exact decimal digits of a double. */
#ifndef LIB_DECIMAL_H
#define LIB_DECIMAL_H

/* The longest is the largest subnormal: 767 digits; whole groups of 9 are produced. */
#define DECIMAL_MAX 792

/* 0.d1 d2 d3 ... times 10 to the point; no zeros at either end; n is 0 for the number 0. */
struct decimal {
    int n;
    int point;
    char digits[DECIMAL_MAX]; /* '0' to '9', no NUL */
};

/* Takes the absolute value of a finite number, all its digits. */
void __decimal_from(struct decimal *d, double x);

/* Keeps that many digits (none if keep < 0), rounded to nearest, ties to even. */
void __decimal_round(struct decimal *d, int keep);

#endif
