# Read by ctest, not by the configuration: asks a model program for its cases and adds a test for
# each. The caller has set `program`, `emulator`, `label`, `world` and `labels`. Relacy's programs are extra: their cases are
# there after `cmake --build ... --target relacy`.
if(NOT EXISTS "${program}")
  if(world STREQUAL relacy)
    return()
  endif()
  add_test(${label}.${world}.NOT_BUILT "${program}")
  set_tests_properties(${label}.${world}.NOT_BUILT PROPERTIES LABELS "${labels};${world}")
  return()
endif()
execute_process(
  COMMAND ${emulator} "${program}" --list
  OUTPUT_VARIABLE output
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${program} --list failed: ${status}")
endif()
string(REPLACE ";" "," output "${output}") # in a title; it would begin a new element of the list
string(REGEX MATCHALL "[^\r\n]+" lines "${output}")
set(options "")
if(world STREQUAL model)
  set(options --wider 10000) # a tenth of what `./kev refresh agreement` gives: most of the searches that end take fewer runs
endif()
foreach(line IN LISTS lines)
  string(REGEX REPLACE "\t.*$" "" id "${line}")
  add_test("${label}.${world}.${id}" ${emulator} "${program}" ${options} "${id}")
  set_tests_properties("${label}.${world}.${id}" PROPERTIES LABELS "${labels};${world}" TIMEOUT 900)
endforeach()
