/* Integers in the network's order of bytes, the highest first (POSIX.1-2017, <arpa/inet.h>).  There
 * are no sockets, and so nothing more of that header. */
#ifndef _ARPA_INET_H
#define _ARPA_INET_H

#include <stdint.h>

uint32_t htonl(uint32_t number);
uint16_t htons(uint16_t number);
uint32_t ntohl(uint32_t number);
uint16_t ntohs(uint16_t number);

#endif
