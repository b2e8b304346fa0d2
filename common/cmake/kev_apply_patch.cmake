# Run by a build (cmake -P): makes the files of a variant in FOLDER, from those of the LAB and a PATCH of its
# folder. PROGRAM is `patch`. All lines of context must be as they are in the patch: there is no fuzz.
set(tree ${FOLDER}.tree)
file(REMOVE_RECURSE ${tree} ${FOLDER})
file(MAKE_DIRECTORY ${tree})
file(STRINGS ${LAB}/${PATCH} lines REGEX "^--- a/")
set(files "")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^--- a/([^ \t]+).*" "\\1" file ${line})
  list(APPEND files ${file})
  get_filename_component(inside ${file} DIRECTORY)
  file(COPY ${LAB}/${file} DESTINATION ${tree}/${inside})
endforeach()
execute_process(
  COMMAND ${PROGRAM} -s -f -N -p1 -F0 -d ${tree} -r ${tree}/rejected -i ${LAB}/${PATCH}
  RESULT_VARIABLE status
  OUTPUT_VARIABLE said
  ERROR_VARIABLE said)
if(NOT status EQUAL 0)
  file(REMOVE_RECURSE ${tree})
  get_filename_component(lab ${LAB} NAME)
  string(REPLACE ";" " and " files "${files}")
  message(FATAL_ERROR "labs/${lab}/${PATCH} no longer fits ${files}: ./kev refresh carries it over, or change it by "
                      "hand.\n${said}")
endif()
foreach(include IN ITEMS include library/include)
  if(IS_DIRECTORY ${tree}/${include})
    file(COPY ${tree}/${include}/ DESTINATION ${FOLDER} FILES_MATCHING PATTERN *.?pp)
  endif()
endforeach()
if(IS_DIRECTORY ${tree}/src)
  file(COPY ${tree}/src DESTINATION ${FOLDER} FILES_MATCHING PATTERN *.?pp)
endif()
file(REMOVE_RECURSE ${tree})
