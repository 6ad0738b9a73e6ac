/* Profiling of a program that was not built for it. */
#ifndef LIB_PROFILE_H
#define LIB_PROFILE_H

/* Turns profiling on if the environment asks for it; called once, before main. */
void __profile_start(void);

/* Writes gmon.out if __profile_start turned profiling on in this process. */
void __profile_finish(void);

#endif
