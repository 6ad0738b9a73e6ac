#include "sched/alarm.h"

bool alarm_ticks_are_rare;
static struct alarm alarm_table[CPUS_MAX]; /* by cpu.id */

void alarm_init_cpu(void)
{
    struct cpu *cpu = cpu_self();
    cpu->alarm = &alarm_table[cpu->id];
    *cpu->alarm = (struct alarm){
        .tick_at_ns = ALARM_NEVER, .slice_end_ns = ALARM_NEVER, .timer_at_ns = ALARM_NEVER};
}
