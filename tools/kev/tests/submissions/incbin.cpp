// 03/ways-in-and-out fails: asm
// has the assembler read a file
asm(".incbin \"/etc/passwd\"");
// In the starter:
