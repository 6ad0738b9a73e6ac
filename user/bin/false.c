/* false: does nothing, and fails. */
int main(void)
{
    return 1;
}
