# Run by ctest: links a program of two source files with the drop-in. It fails unless each file was compiled with the drop-in's
# include folders.
#
# cmake -DCOMPILER= -DFLAGS= -DSOURCE= -DWORK= -DFOLDERS=one,two -DLIBRARIES=one,two -P try_to_link.cmake
separate_arguments(FLAGS UNIX_COMMAND "${FLAGS}")
string(REPLACE "," ";" FOLDERS "${FOLDERS}")
string(REPLACE "," ";" LIBRARIES "${LIBRARIES}")
list(TRANSFORM FOLDERS PREPEND -I)
file(MAKE_DIRECTORY ${WORK})

function(compile name how)
  set(folders "")
  if(how STREQUAL with)
    set(folders ${FOLDERS})
  endif()
  execute_process(COMMAND ${COMPILER} -std=c++20 ${FLAGS} ${folders} -c ${SOURCE}/${name}.cpp -o ${WORK}/${name}_${how}.o
                  RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${name}.cpp does not compile")
  endif()
endfunction()

# `answer`: what the linker has to say. Empty: it has to succeed.
function(link main part answer)
  execute_process(COMMAND ${COMPILER} ${FLAGS} ${WORK}/main_${main}.o ${WORK}/part_${part}.o ${LIBRARIES}
                          -o ${WORK}/program RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT answer AND NOT status EQUAL 0)
    message(FATAL_ERROR "A program that was compiled with the folders does not link:\n${output}")
  elseif(answer AND (status EQUAL 0 OR NOT output MATCHES "${answer}"))
    message(FATAL_ERROR "main.cpp ${main} the folders and part.cpp ${part} them were linked, and the answer was:\n${output}")
  endif()
endfunction()

foreach(name IN ITEMS main part)
  compile(${name} with)
  compile(${name} without)
endforeach()
set(refusal "compiled_without_the_include_folders_of_kev_dropin")
link(with with "")
link(without without ${refusal})
link(without with ${refusal})
link(with without "std::mutex.abi:kev.")
