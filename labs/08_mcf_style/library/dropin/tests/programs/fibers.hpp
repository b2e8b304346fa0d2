// Two stacks in one thread.
#pragma once

// The second stack is to run this function. It starts at the first switch.
void begin_second_stack(void (*function)());
// Goes on with the other stack.
void switch_stacks();
// Goes on with the second stack, which another thread has begun and left. Returns when the second stack switches.
void take_second_stack();
