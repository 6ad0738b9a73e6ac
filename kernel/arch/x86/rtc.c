/* The calendar clock: MC146818 registers, seconds to years. */
#include "arch/arch.h"

static uint8_t rtc_read(uint8_t reg)
{
    port_out8(0x70, reg);
    return port_in8(0x71);
}

static uint64_t days_since_1970(unsigned year, unsigned month, unsigned day)
{
    static const uint16_t before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    uint64_t days = (year - 1970) * 365 + (year - 1969) / 4 + before[(month - 1) % 12] + day - 1;
    return days + (year % 4 == 0 && month > 2); /* right from 1970 to 2099 */
}

uint64_t arch_rtc_seconds(void)
{
    static const uint8_t regs[6] = {0, 2, 4, 7, 8, 9}; /* second minute hour day month year */
    bool binary = rtc_read(0x0b) & 4;
    unsigned v[6];
    do { /* all within one second: the clock may advance between two registers */
        for (unsigned i = 0; i < 6; i++)
            v[i] = rtc_read(regs[i]);
    } while (rtc_read(regs[0]) != v[0]);
    for (unsigned i = 0; i < 6 && !binary; i++)
        v[i] = (v[i] >> 4) * 10 + (v[i] & 15); /* of two decimal digits, four bits each */
    return days_since_1970(2000 + v[5], v[4], v[3]) * 86400 + v[2] * 3600 + v[1] * 60 + v[0];
}
