# The ways in which a lab's types sleep: ways/address and ways/keyed, if a lab has such folders. Each has the same headers.
# The library has the headers of the way that KEV_WAY names. The tests and the models are also built in the other way.
include_guard(GLOBAL)

# The way of the lab in whose project the caller stands, in this world; empty if the lab has none.
function(kev_way_of world result)
  set(way ${KEV_WAY})
  if(world STREQUAL relacy)
    set(way keyed) # Relacy knows no sleep by address
  elseif(world STREQUAL model)
    set(way address)
  endif()
  set(${result} "" PARENT_SCOPE)
  if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/ways/${way})
    set(${result} ${way} PARENT_SCOPE)
  endif()
endfunction()

# The other ways to sleep.
function(kev_other_ways world result)
  kev_way_of(${world} chosen)
  set(others "")
  if(chosen AND NOT world STREQUAL relacy)
    set(others address keyed)
    if(world STREQUAL native AND KEV_SLEEP STREQUAL portable AND NOT WIN32)
      set(others keyed)
    endif()
    list(REMOVE_ITEM others ${chosen})
  endif()
  set(${result} ${others} PARENT_SCOPE)
endfunction()

# Compiles a program of the lab in this way: its headers come before the library's. A folder below the lab's may call it, too.
function(kev_use_way target way)
  target_include_directories(${target} BEFORE PRIVATE ${PROJECT_SOURCE_DIR}/ways/${way})
endfunction()
