# clear moves the cursor to the corner and erases the window (ECMA-48: CUP, ED).
[ "$(clear | tr '\033' E)" = 'E[HE[2J' ]
