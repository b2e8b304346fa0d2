# How a lab becomes targets. The folders say what is what; no file is listed by hand.
#
#   include/                     headers, every world
#   src/*.cpp                    every world
#   src/native/                  the native world, wherever it is
#   src/nt|emulation|model/      the native world on Windows | elsewhere | the model world
#   src/emulation/futex|portable/  how a thread sleeps there (KEV_PORTABLE_SLEEP)
#   src/nt|emulation/address/, src/native/keyed/  what sleeps by address in the native world (KEV_SLEEP_BY)
#   src/nt/by_name/              only where ntdll does not link (KEV_NTDLL_BY_NAME)
#   tests/*_test.cpp             one GoogleTest program each; tests/nt, tests/emulation: there only; address/ below it: as above
#   tests/model/*.cpp            one program for all, in the model world: kev_model.cmake
#   broken/<flaw>.patch          what a variant changes: the model program once more, kev_variants.cmake
#   bench/*_bench.cpp            one Google Benchmark program each; bench/nt, bench/emulation as above
#   exercises/                   what a student begins with: kev_exercises.cmake
#   experiments/*.cpp            one plain program each; experiments/nt|emulation as above
#   demo.cpp                     the lab's demonstration
#   library/                     of lab 08: what a program takes and no lesson needs, in the same folders; its CMakeLists.txt
include_guard(GLOBAL)

# The locks say by attributes of clang what they do (docs/adr/0007-lock-annotations.md): other compilers pass over them in
# silence.
function(kev_passes_over_attributes target scope)
  # Not -Wno-attributes=clang::, which GCC 12 forgets in some sources with a precompiled header.
  target_compile_options(${target} ${scope} $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-attributes>
                                            $<$<COMPILE_LANG_AND_ID:CXX,MSVC>:/wd5030>)
endfunction()

# Compiles our own code strictly, and as the chosen sanitizers want it.
function(kev_strict target)
  kev_passes_over_attributes(${target} PRIVATE)
  if(MSVC)
    # 4324: a structure was padded, as its alignas says that it should be.
    target_compile_options(${target} PRIVATE /W4 /wd4324 /permissive- /Zc:__cplusplus
                                             $<$<BOOL:${KEV_WARNINGS_AS_ERRORS}>:/WX>)
  else()
    target_compile_options(
      ${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                        $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wthread-safety>
                        $<$<BOOL:${KEV_WARNINGS_AS_ERRORS}>:-Werror>)
    # valgrind 3.19, which counts instructions, cannot read what clang writes as DWARF 5. (-gdwarf-4 would say so, too,
    # and switch all debug information on.)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:Clang>:-fdebug-default-version=4>)
  endif()
  if(KEV_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${KEV_SANITIZE} -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${KEV_SANITIZE})
    if(KEV_SANITIZE MATCHES thread)
      # ThreadSanitizer does not know std::atomic_thread_fence; GCC says so where one is compiled.
      target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-error=tsan>)
    endif()
  endif()
endfunction()

# For what handles locks as no user should: takes one here and gives it up there, or asks after the fact whether
# it was taken. clang's thread-safety analysis can only follow locks through one function.
function(kev_handles_locks_freely target)
  target_compile_options(${target} PRIVATE
                         $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wno-thread-safety-analysis>)
endfunction()

# A DLL that a test loads, beside the programs: kev_test_dll(kev_lab08_brief brief_dll.cpp) makes lab08_brief.dll.
function(kev_test_dll target)
  add_library(${target} MODULE ${ARGN})
  kev_strict(${target})
  string(REPLACE kev_ "" file ${target})
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME ${file}
                                             LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
  target_link_libraries(${target} PRIVATE kev_call_counter) # for one that says how often its threads slept
  if(MINGW)
    target_link_options(${target} PRIVATE -static) # no search for the compiler's own DLLs
  endif()
endfunction()

# Makes sure that lab NN is part of this build. Where one lab is built by itself, the labs below it are libraries only.
function(kev_require_lab number)
  if(TARGET kev_lab${number}_native)
    return()
  endif()
  file(GLOB directory ${KEV_ROOT}/labs/${number}_*)
  if(NOT directory)
    message(FATAL_ERROR "There is no lab ${number} under ${KEV_ROOT}/labs")
  endif()
  set(extent "")
  if(CMAKE_SOURCE_DIR MATCHES "^${KEV_ROOT}/labs/")
    foreach(kind IN ITEMS PROGRAMS TESTS BENCHMARKS MODELS)
      set(KEV_BUILD_${kind} OFF)
    endforeach()
    set(extent EXCLUDE_FROM_ALL)
  endif()
  add_subdirectory(${directory} ${CMAKE_BINARY_DIR}/labs/${number} ${extent})
endfunction()

# kev_lab(06 LIBRARY 02 COMPARES 03): declares the lab in whose folder the caller stands. Its library is linked with the
# labs after LIBRARY; its programs (tests, models, benchmarks, ...) are linked with those after COMPARES, too. Tools read
# the call, so it stands on one line.
function(kev_lab number)
  cmake_parse_arguments(arg "" "" "LIBRARY;COMPARES" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "kev_lab(${number} ...): what is ${arg_UNPARSED_ARGUMENTS}?")
  endif()
  if(NOT (KEV_BUILD_PROGRAMS OR KEV_BUILD_TESTS OR KEV_BUILD_BENCHMARKS))
    set(arg_COMPARES "")
  endif()
  set(below ${arg_LIBRARY})
  foreach(needed IN LISTS arg_LIBRARY arg_COMPARES)
    kev_require_lab(${needed})
    if(needed IN_LIST arg_LIBRARY)
      get_property(further GLOBAL PROPERTY KEV_LAB${needed}_BELOW)
      list(APPEND below ${further})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES below)
  set_property(GLOBAL PROPERTY KEV_LAB${number}_BELOW ${below})
  add_custom_target(on${number})
  foreach(world IN LISTS KEV_WORLDS)
    kev_add_lab_library(${number} ${world} NAME kev_lab${number}_${world} LIBRARY ${arg_LIBRARY})
  endforeach()
  set_property(GLOBAL PROPERTY KEV_LAB${number}_COMPARES ${arg_COMPARES})
  kev_add_lab_programs(${number})
  kev_lab_models(${number})
  # Last of all: an exercise's programs are linked as the lab's own are, and a lab may still add to those.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL kev_lab_parts ${number})
                            cmake_language(DEFER CALL kev_lab_exercises ${number} ${arg_LIBRARY})")
endfunction()

# Links a program of a lab with the labs that it compares its own with.
function(kev_link_compared target number world)
  get_property(labs GLOBAL PROPERTY KEV_LAB${number}_COMPARES)
  foreach(lab IN LISTS labs)
    target_link_libraries(${target} PRIVATE kev_lab${lab}_${world})
  endforeach()
endfunction()

# kev_add_lab_library(03 native NAME target [SHADOW directory] LIBRARY 02): the lab in one world. The headers of
# a shadow come before the lab's own, and a source in its src/ takes the place of the lab's of that name.
function(kev_add_lab_library number world)
  cmake_parse_arguments(arg "" "NAME;SHADOW" "LIBRARY" ${ARGN})
  set(platform ${world})
  if(world STREQUAL native)
    set(platform ${KEV_PLATFORM})
  endif()
  set(target ${arg_NAME})
  file(GLOB sources CONFIGURE_DEPENDS src/*.cpp src/${platform}/*.cpp
       src/${world}/*.cpp src/${platform}/${KEV_SLEEP}/*.cpp src/${platform}/${KEV_NTDLL}/*.cpp
       src/${platform}/${KEV_SLEEP_BY}/*.cpp src/${world}/${KEV_SLEEP_BY}/*.cpp)
  list(REMOVE_DUPLICATES sources) # outside the native world the two folders are one
  if(arg_SHADOW)
    kev_shadow_sources(${arg_SHADOW} sources)
  endif()
  if(sources)
    add_library(${target} STATIC ${sources})
    kev_strict(${target})
    # One object of all sources: a third of the compiler's work. A lab whose archive has to have several says so.
    if(NOT KEV_SEPARATE_OBJECTS AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS AND NOT world STREQUAL relacy)
      set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    endif()
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>)
  if(arg_SHADOW)
    target_include_directories(${target} BEFORE ${scope} $<BUILD_INTERFACE:${arg_SHADOW}>)
    get_target_property(folders kev_lab${number}_${world} INTERFACE_INCLUDE_DIRECTORIES) # a lab may have added some
    target_include_directories(${target} ${scope} ${folders})
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON UNITY_BUILD OFF)
    if(sources)
      kev_allow_warnings(${target})
    endif()
  endif()
  if(world STREQUAL relacy)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  target_link_libraries(${target} ${scope} kev_world_${world})
  foreach(needed IN LISTS arg_LIBRARY)
    target_link_libraries(${target} ${scope} kev_lab${needed}_${world})
  endforeach()
endfunction()

# Puts the sources of a shadow in the place of those with the same path below src/.
function(kev_shadow_sources shadow list)
  set(chosen "")
  foreach(source IN LISTS ${list})
    file(RELATIVE_PATH inside ${CMAKE_CURRENT_SOURCE_DIR} ${source})
    get_source_file_property(is_made ${shadow}/${inside} GENERATED) # of a mutant
    if(EXISTS ${shadow}/${inside} OR is_made)
      set(source ${shadow}/${inside})
    endif()
    list(APPEND chosen ${source})
  endforeach()
  set(${list} ${chosen} PARENT_SCOPE)
endfunction()

function(kev_add_lab_programs number)
  set(experiments "")
  if(KEV_BUILD_PROGRAMS)
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/demo.cpp)
      kev_program(lab${number}_demo ${number} demo.cpp)
    endif()
    file(GLOB experiments CONFIGURE_DEPENDS experiments/*.cpp experiments/${KEV_PLATFORM}/*.cpp)
  endif()
  foreach(source IN LISTS experiments)
    get_filename_component(name ${source} NAME_WE)
    kev_lab_experiment(${number} ${source} lab${number}_${name})
  endforeach()
  if(KEV_BUILD_TESTS)
    file(GLOB tests CONFIGURE_DEPENDS tests/*_test.cpp tests/${KEV_PLATFORM}/*_test.cpp
         tests/${KEV_PLATFORM}/${KEV_SLEEP_BY}/*_test.cpp)
    foreach(source IN LISTS tests)
      kev_lab_test(${number} ${source})
    endforeach()
  endif()
  if(KEV_BUILD_BENCHMARKS)
    file(GLOB benchmarks CONFIGURE_DEPENDS bench/*_bench.cpp bench/${KEV_PLATFORM}/*_bench.cpp)
    foreach(source IN LISTS benchmarks)
      get_filename_component(name ${source} NAME_WE)
      kev_program(lab${number}_${name} ${number} ${source})
      target_link_libraries(lab${number}_${name} PRIVATE kev_bench)
      kev_handles_locks_freely(lab${number}_${name})
      kev_only_in(measure lab${number}_${name})
    endforeach()
  endif()
endfunction()

function(kev_lab_experiment number source target)
  kev_program(${target} ${number} ${source})
  kev_candidates(${target})
  target_link_libraries(${target} PRIVATE kev_trace)
  if(KEV_SANITIZE) # they would measure the sanitizer
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  elseif(NOT target MATCHES "_instructions$") # tests call these
    kev_only_in(measure ${target})
  endif()
endfunction()

function(kev_program target number source)
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE kev_lab${number}_native kev_call_counter)
  kev_link_compared(${target} ${number} native)
  kev_strict(${target})
  if(source MATCHES "_test.cpp$")
    kev_precompiled(${target} tests)
  elseif(source MATCHES "_bench.cpp$")
    kev_precompiled(${target} benchmarks)
  elseif(NOT source MATCHES "demo.cpp$") # for one demonstration the header would take longer than it saves
    kev_precompiled(${target} native)
  endif()
endfunction()

# GoogleTest's templates take the optimizer longer than the locks under test.
function(kev_test_options target)
  if(NOT MSVC AND NOT KEV_SANITIZE)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
  endif()
endfunction()

# The lists under bench/ name the measured types: tests and experiments use the same lists.
function(kev_candidates target)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/bench
                                               ${CMAKE_CURRENT_SOURCE_DIR}/bench/${KEV_PLATFORM})
  target_link_libraries(${target} PRIVATE kev_measure)
endfunction()

# A third argument is an object library that is linked before the lab's, and takes the place of some of its functions. Its
# last word is a part of the names: lab08_keyed_mutex_test, lab08.keyed.Mutex.Locks.
function(kev_lab_test number source)
  get_filename_component(name ${source} NAME_WE)
  set(target lab${number}_${name})
  string(REPLACE _library "" label lab${number}) # the tests of the library are lab 08's
  set(prefix ${label})
  if(ARGN)
    string(REGEX REPLACE "^.*_" "" word ${ARGN})
    set(target lab${number}_${word}_${name})
    set(prefix ${label}.${word})
  endif()
  kev_program(${target} ${number} ${source})
  if(ARGN)
    target_link_libraries(${target} PRIVATE ${ARGN})
  endif()
  kev_candidates(${target})
  target_link_libraries(${target} PRIVATE kev_testing)
  kev_handles_locks_freely(${target})
  kev_discover_tests(${target} ${label} ${prefix})
endfunction()

# Every GoogleTest case becomes a CTest entry "labNN.Suite.Case". The watchdog inside kev_testing
# ends a hung test with its name long before this limit, which only guards the runner itself. A third argument
# stands in the place of "labNN" in the name. Where an emulator runs the programs, each program is one entry, "labNN.some_test":
# a start of Wine takes a second, and most cases take less.
function(kev_discover_tests target label)
  set(prefix ${label})
  if(ARGC GREATER 2)
    set(prefix ${ARGV2})
  endif()
  include(GoogleTest)
  kev_test_parts(${target} ${label} labels)
  if(CMAKE_CROSSCOMPILING_EMULATOR)
    string(REGEX REPLACE "^lab[0-9]+_" "" name ${target})
    add_test(NAME ${prefix}.${name} COMMAND ${target})
    set_tests_properties(${prefix}.${name} PROPERTIES TIMEOUT 7200 LABELS "${labels};googletest")
    if(NOT WIN32) # for a test's child processes
      set_tests_properties(${prefix}.${name} PROPERTIES ENVIRONMENT KEV_EMULATOR=${CMAKE_CROSSCOMPILING_EMULATOR})
    endif()
    return()
  endif()
  gtest_discover_tests(
    ${target}
    TEST_PREFIX ${prefix}.
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 120
    PROPERTIES TIMEOUT 900)
  # Not among the properties: there CMake takes a list apart, and only the first label would be left.
  set(script ${CMAKE_CURRENT_BINARY_DIR}/${target}_labels.cmake)
  file(
    WRITE ${script}
    "foreach(test IN LISTS ${target}_TESTS)
  set_tests_properties(\"\${test}\" PROPERTIES LABELS \"${labels}\")
endforeach()
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${script})
endfunction()
