/* true: does nothing, and succeeds. */
int main(void)
{
    return 0;
}
