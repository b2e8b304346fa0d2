// Switching stacks by hand: push the registers that a called function must preserve, change the stack
// pointer, pop the other side's. ucontext would do, but saves the signal mask with a system call each
// time; a search makes millions of switches.
#include "../../context.hpp"

#include <cstdint>

#if defined(__APPLE__)
#define KEV_SYMBOL "_kev_checker_switch"
#else
#define KEV_SYMBOL "kev_checker_switch"
#endif

// void kev_checker_switch(void** from, void* to)
#if defined(__x86_64__)
asm(".text\n.globl " KEV_SYMBOL "\n.p2align 4\n" KEV_SYMBOL ":\n"
    "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
    "  movq %rsp, (%rdi)\n"
    "  movq %rsi, %rsp\n"
    "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
    "  ret\n");
#elif defined(__i386__)
asm(".text\n.globl " KEV_SYMBOL "\n.p2align 4\n" KEV_SYMBOL ":\n"
    "  movl 4(%esp), %eax\n  movl 8(%esp), %edx\n"
    "  pushl %ebp\n  pushl %ebx\n  pushl %esi\n  pushl %edi\n"
    "  movl %esp, (%eax)\n"
    "  movl %edx, %esp\n"
    "  popl %edi\n  popl %esi\n  popl %ebx\n  popl %ebp\n"
    "  ret\n");
#elif defined(__aarch64__)
asm(".text\n.globl " KEV_SYMBOL "\n.p2align 4\n" KEV_SYMBOL ":\n"
    "  sub sp, sp, #160\n"
    "  stp x19, x20, [sp, #0]\n  stp x21, x22, [sp, #16]\n  stp x23, x24, [sp, #32]\n"
    "  stp x25, x26, [sp, #48]\n  stp x27, x28, [sp, #64]\n  stp x29, x30, [sp, #80]\n"
    "  stp d8, d9, [sp, #96]\n  stp d10, d11, [sp, #112]\n  stp d12, d13, [sp, #128]\n"
    "  stp d14, d15, [sp, #144]\n"
    "  mov x9, sp\n  str x9, [x0]\n  mov sp, x1\n"
    "  ldp x19, x20, [sp, #0]\n  ldp x21, x22, [sp, #16]\n  ldp x23, x24, [sp, #32]\n"
    "  ldp x25, x26, [sp, #48]\n  ldp x27, x28, [sp, #64]\n  ldp x29, x30, [sp, #80]\n"
    "  ldp d8, d9, [sp, #96]\n  ldp d10, d11, [sp, #112]\n  ldp d12, d13, [sp, #128]\n"
    "  ldp d14, d15, [sp, #144]\n"
    "  add sp, sp, #160\n  ret\n");
#else
#error "no hand-written switch for this processor: configure with KEV_FIBERS=ucontext"
#endif

extern "C" void kev_checker_switch(void** from, void* to);

namespace kev::checker {

void* host_context() {
    return nullptr; // filled in by the first switch away
}

void* new_context(void* /*old*/, std::byte* stack, std::size_t size, void (*function)()) {
    auto* const top = reinterpret_cast<std::uintptr_t*>(stack + size);
    auto const address = reinterpret_cast<std::uintptr_t>(function);
#if defined(__x86_64__)
    // Six registers, the address that `ret` takes, and a return address that nobody uses: so the
    // function finds the stack aligned as if it had been called.
    std::uintptr_t* const frame = top - 8;
    for (int i = 0; i < 8; ++i) frame[i] = 0;
    frame[6] = address;
#elif defined(__i386__)
    // Four registers, and the two addresses as above.
    std::uintptr_t* const frame = top - 6;
    for (int i = 0; i < 6; ++i) frame[i] = 0;
    frame[4] = address;
#else
    std::uintptr_t* const frame = top - 20;
    for (int i = 0; i < 20; ++i) frame[i] = 0;
    frame[11] = address; // x30, the link register
#endif
    return frame;
}

void switch_context(void*& from, void* to) {
    kev_checker_switch(&from, to);
}

std::byte const* stack_pointer(void* context) {
    return static_cast<std::byte const*>(context);
}

void drop_context(void* /*context*/) {}

} // namespace kev::checker
