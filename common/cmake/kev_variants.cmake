# Variants of a lab: patches of its headers and sources, labs/NN_name/broken/<flaw>.patch and
# exercises/<id>/mutant.patch. A build applies a patch when it needs the variant; the changed files are in its tree.
include_guard(GLOBAL)

# kev_variant(03 broken/no_recheck.patch folder): sets `folder` to where the changed headers and sources will be, as an
# include directory has them (kev/lab03/x.hpp, src/x.cpp). A target that compiles with it calls kev_use_variant().
function(kev_variant number patch result)
  string(REGEX REPLACE "\\.patch$" "" name ${patch})
  set(folder ${CMAKE_BINARY_DIR}/labs/${number}/${name})
  set(${result} ${folder} PARENT_SCOPE)
  string(MAKE_C_IDENTIFIER kev_variant_${number}_${name} target)
  if(TARGET ${target})
    return()
  endif()
  find_package(Patch QUIET)
  if(NOT Patch_FOUND)
    message(FATAL_ERROR "The program `patch` is not here, which makes the broken variants of the labs. Debian: "
                        "apt install patch; Windows: Git for Windows has it. -DKEV_BROKEN_VARIANTS=OFF builds without.")
  endif()
  file(GLOB lab ${KEV_ROOT}/labs/${number}_*)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${lab}/${patch})
  file(STRINGS ${lab}/${patch} lines REGEX "^\\+\\+\\+ b/")
  set(made "")
  set(references "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^\\+\\+\\+ b/([^ \t]+).*" "\\1" file ${line})
    if(EXISTS ${lab}/${file}) # else the patch adds it
      list(APPEND references ${lab}/${file})
    endif()
    string(REGEX REPLACE "^(library/)?include/" "" file ${file})
    list(APPEND made ${folder}/${file})
  endforeach()
  add_custom_command(
    OUTPUT ${made}
    COMMAND ${CMAKE_COMMAND} -DPATCH=${patch} -DLAB=${lab} -DFOLDER=${folder} -DPROGRAM=${Patch_EXECUTABLE}
            -P ${KEV_ROOT}/common/cmake/kev_apply_patch.cmake
    DEPENDS ${lab}/${patch} ${references} ${KEV_ROOT}/common/cmake/kev_apply_patch.cmake
    COMMENT "Making the variant ${name} of lab ${number}"
    VERBATIM)
  add_custom_target(${target} DEPENDS ${made})
endfunction()

# The headers of a variant before all others.
function(kev_use_variant target number patch)
  kev_variant(${number} ${patch} folder)
  string(REGEX REPLACE "\\.patch$" "" name ${patch})
  string(MAKE_C_IDENTIFIER kev_variant_${number}_${name} variant)
  add_dependencies(${target} ${variant})
  target_include_directories(${target} BEFORE PRIVATE ${folder})
endfunction()
