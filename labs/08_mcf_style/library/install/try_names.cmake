# cmake -DNM= -DARCHIVES=one,two -DCOFF= -P try_names.cmake
# Which names do the archives define that a program could define itself? Names that each object file may define (weak ones,
# of templates and inline functions) do not count: a linker takes any of them. All others are in the namespace kev, or
# begin with kev_, or with __kev_, which a compiler may use.
set(ours "^_?(kev_|__kev_|_ZN[VK]*3kev|_Z[A-Z]+N[VK]*3kev)")
# Lab 02 stands in for Windows where there is none: these are the names of its calls.
set(of_windows "^Nt(Close|(Create|Open|WaitFor|Release)KeyedEvent)$")

# With pointers of 32 bits the compiler defines functions that read the program counter, in each object file. They are not weak,
# but a linker takes any of them, and shows them to no other module.
set(merged "^__x86[.]get_pc_thunk[.]")
# In a COFF file nm cannot tell the weak names from the others. There the standard library's names do not count, and the compiler's.
# With pointers of 32 bits a name there has one `_` more.
if(COFF)
  set(merged "^[.]|^_?_ZN?[VK]*(S[a-z]|9__gnu_cxx)|^_?_ZT[ISV]N?[VK]*(S[a-z]|9__gnu_cxx)")
endif()

string(REPLACE "," ";" archives "${ARCHIVES}")
set(looked_at 0)
foreach(archive IN LISTS archives)
  execute_process(COMMAND ${NM} --format=posix --extern-only --defined-only ${archive}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${NM} ${archive}: ${status}\n${errors}")
  endif()
  string(REGEX MATCHALL "[^\n]+" lines "${output}")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^([^ ]+) [TDBRCGS] ")
      continue()
    endif()
    set(name ${CMAKE_MATCH_1})
    math(EXPR looked_at "${looked_at} + 1")
    if(NOT name MATCHES "${ours}" AND NOT name MATCHES "${of_windows}" AND NOT name MATCHES "${merged}")
      message(SEND_ERROR "${archive} defines ${name}")
    endif()
  endforeach()
endforeach()
if(looked_at LESS 20)
  message(FATAL_ERROR "only ${looked_at} names were found: is ${NM} the right program?")
endif()
message(STATUS "${looked_at} names")
