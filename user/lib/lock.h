/* The states of a lock's word: lock.c explains them. */
#ifndef LIB_LOCK_H
#define LIB_LOCK_H

enum { FREE, HELD, CONTENDED, STARVED, HANDED };

#define PATIENCE_NS 5000000 /* nobody sleeps on HANDED for longer */

#endif
