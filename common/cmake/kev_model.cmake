# The model checker and what it needs; how the scenarios of a lab become programs and CTest entries.
include_guard(DIRECTORY)
include(FetchContent)

# nlohmann-json writes the checker's results. It is headers only, so a cross build may use the ones
# that are installed for the host, but never the host's whole include folder: a link in the build
# tree shows it this one library.
function(kev_find_json)
  find_path(KEV_JSON_FOUND nlohmann/json.hpp NO_CMAKE_FIND_ROOT_PATH)
  if(KEV_JSON_FOUND AND CMAKE_CROSSCOMPILING)
    set(links ${CMAKE_BINARY_DIR}/host-headers)
    file(MAKE_DIRECTORY ${links})
    file(CREATE_LINK ${KEV_JSON_FOUND}/nlohmann ${links}/nlohmann SYMBOLIC)
    set(KEV_JSON_INCLUDE ${links} PARENT_SCOPE)
  elseif(KEV_JSON_FOUND)
    set(KEV_JSON_INCLUDE ${KEV_JSON_FOUND} PARENT_SCOPE)
  else()
    kev_fetch(nlohmann_json ${KEV_JSON_URL} ${KEV_JSON_SHA256})
    set(KEV_JSON_INCLUDE ${nlohmann_json_SOURCE_DIR}/include PARENT_SCOPE)
  endif()
endfunction()
if(KEV_BUILD_TESTS) # a user who installs lab 08 needs no checker
  kev_find_json()
endif()

# Compiled often, run for seconds; the checker, which most of the time goes into, is optimized always. Lines in a backtrace
# suffice (-g1), because the threads of a model are no threads that a debugger knows: a third less for the compiler.
function(kev_model_options target world)
  if(world STREQUAL relacy)
    target_compile_options(${target} PRIVATE -O1 -g0)
  elseif(NOT MSVC)
    target_compile_options(${target} PRIVATE -O1 -g1)
  endif()
endfunction()

# kev_model(target LABEL label WORLD world SOURCES ... [LAB NN VARIANT name] LIBRARIES ...)
# One program for the scenarios, with one CTest entry for each of its cases. The headers of a
# variant come before all others, so that they take the place of the reference's.
function(kev_model target)
  cmake_parse_arguments(arg "" "LABEL;WORLD;LAB;VARIANT" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${target} ${arg_SOURCES})
  kev_strict(${target})
  kev_precompiled(${target} ${arg_WORLD})
  if(arg_VARIANT)
    kev_use_variant(${target} ${arg_LAB} broken/${arg_VARIANT}.patch)
  else()
    set(arg_VARIANT reference)
  endif()
  target_compile_definitions(${target} PRIVATE KEV_VARIANT="${arg_VARIANT}")
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} kev_${arg_WORLD}_main)
  string(REPLACE lab "" number ${arg_LABEL})
  kev_link_compared(${target} ${number} ${arg_WORLD})
  set(labels ${arg_LABEL})
  if(arg_WORLD STREQUAL relacy)
    kev_only_in(relacy ${target})
  elseif(arg_VARIANT STREQUAL reference)
    kev_test_parts(${target} ${arg_LABEL} labels)
  endif()
  kev_discover_cases(${target} ${arg_LABEL} ${arg_WORLD} ${labels})
endfunction()

# The program itself knows its cases; it is asked when ctest starts, as GoogleTest's are. A generator of several
# configurations has a program in each, and ctest says (-C) which is meant.
function(kev_discover_cases target label world)
  set(script ${CMAKE_CURRENT_BINARY_DIR}/${target}_cases.cmake)
  get_property(several GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(several)
    file(WRITE ${script} "include(\${CMAKE_CURRENT_LIST_DIR}/${target}_cases-\${CTEST_CONFIGURATION_TYPE}.cmake OPTIONAL)\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${script})
    set(script ${CMAKE_CURRENT_BINARY_DIR}/${target}_cases-$<CONFIG>.cmake)
  endif()
  file(
    GENERATE
    OUTPUT ${script}
    CONTENT
      "set(program \"$<TARGET_FILE:${target}>\")
set(emulator \"${CMAKE_CROSSCOMPILING_EMULATOR}\")
set(label ${label})
set(world ${world})
set(labels \"${ARGN}\")
include(\"${KEV_ROOT}/common/cmake/kev_model_cases.cmake\")
")
  if(NOT several)
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${script})
  endif()
endfunction()

# The scenario sources that say something of a variant: those that have its name in quotes. The others
# would register no case in its program.
function(kev_sources_about variant result)
  set(found "")
  foreach(source IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(STRINGS ${source} lines REGEX "\"${variant}\"")
    if(lines)
      list(APPEND found ${source})
    endif()
  endforeach()
  if(NOT found)
    message(FATAL_ERROR "No scenario of ${CMAKE_CURRENT_SOURCE_DIR}/tests/model names \"${variant}\"")
  endif()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# The reference and every patch under broken/, each as a program of its own, in each world that
# checks: lab03_model, lab03_model_no_claim, lab03_model_relacy, lab03_model_relacy_no_claim, ...
function(kev_lab_models number)
  if(NOT KEV_BUILD_TESTS OR NOT KEV_BUILD_MODELS)
    return() # under AddressSanitizer, unless asked for: the checker's own tests show its mistakes there
  endif()
  if(KEV_SANITIZE MATCHES thread)
    # One thread runs every thread of a model, so ThreadSanitizer can only find mistakes in the way
    # the checker switches stacks; the checker's own tests show those, in a tenth of the time.
    return()
  endif()
  if(KEV_PORTABLE_SLEEP)
    return() # a model does not sleep: these programs would be those of the other build
  endif()
  file(GLOB sources CONFIGURE_DEPENDS tests/model/*.cpp library/tests/model/*.cpp)
  if(NOT sources)
    return()
  endif()
  kev_models_of(${number} model lab${number}_model ${sources})
  # The sanitizer has seen the same scenario in the model; Relacy's is the dearest compilation.
  if(TARGET kev_world_relacy AND NOT KEV_SANITIZE)
    kev_models_of(${number} relacy lab${number}_model_relacy ${sources})
  endif()
endfunction()

# The programs of one world.
function(kev_models_of number world program)
  if(NOT TARGET kev_world_${world})
    return()
  endif()
  set(common LABEL lab${number} WORLD ${world} LIBRARIES kev_lab${number}_${world})
  kev_model(${program} ${common} SOURCES ${ARGN})
  set(flaws "")
  if(KEV_BROKEN_VARIANTS) # what the checker says of them is the same in every build: once is enough
    file(GLOB flaws CONFIGURE_DEPENDS broken/*.patch)
  endif()
  foreach(patch IN LISTS flaws)
    get_filename_component(flaw ${patch} NAME_WE)
    kev_sources_about(${flaw} about ${ARGN})
    kev_model(${program}_${flaw} ${common} SOURCES ${about} LAB ${number} VARIANT ${flaw})
  endforeach()
endfunction()
