/*
 * The SYNOPSIS that V7, 4.2BSD and 4.3BSD share, in a program of its time: C without prototypes,
 * types or headers.  ONE is the scale that maps pcs to words one to one.
 */

short buff[256];
long seed;

spin()
{
    register int i;
    for (i = 0; i < 10000000; i++)
        seed = seed * 1103515245 + 12345;
}

total(words, n) short *words;
int n;
{
    int sum;
    for (sum = 0; n > 0; n--)
        sum += *words++;
    return sum;
}

main(argc, argv) char **argv;
{
    profil(buff, sizeof(buff), (int)spin, ONE);
    spin();
    profil(buff, sizeof(buff), spin, 0);
    printf("%s: %d ticks\n", argv[0], total(buff, 256));
    exit(argc != 1 || total(buff, 256) < 20);
}
