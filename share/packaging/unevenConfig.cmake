# SPDX-License-Identifier: MIT
# find_package(uneven) gives
#
#     uneven::program             headers and the C++ standard for programs that run-bsp and run-reduction load
#     uneven_add_program(NAME SOURCE...)  a target that becomes such a program, libNAME.so
#     uneven_EXAMPLES_DIR         folder of the examples
#     uneven_BATCH_DIR            folder of the batch scripts
get_filename_component(_uneven_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(uneven_EXAMPLES_DIR "${_uneven_prefix}/share/uneven/examples")
set(uneven_BATCH_DIR "${_uneven_prefix}/share/uneven/batch")

if(NOT TARGET uneven::program)
  add_library(uneven::program INTERFACE IMPORTED)
  set_target_properties(uneven::program PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${_uneven_prefix}/include/uneven"
    INTERFACE_COMPILE_FEATURES cxx_std_20)
endif()
unset(_uneven_prefix)

function(uneven_add_program name)
  add_library(${name} MODULE ${ARGN})
  target_link_libraries(${name} PRIVATE uneven::program)
  set_target_properties(${name} PROPERTIES PREFIX lib SUFFIX .so POSITION_INDEPENDENT_CODE ON)
endfunction()
