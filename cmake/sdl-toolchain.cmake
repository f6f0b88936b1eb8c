# How cargo's own build of SDL3 is configured: .cargo/config.toml names this file in
# CMAKE_TOOLCHAIN_FILE. It chooses no compiler; it only hooks sdl-options.cmake into SDL's project.

# The `cmake` crate says "Generic" wherever a toolchain file is named, which would hide from SDL
# what system it is built for. Natively CMake knows better; otherwise cargo told the build script.
unset(CMAKE_SYSTEM_NAME CACHE)
unset(CMAKE_SYSTEM_NAME)
if(NOT "$ENV{TARGET}" STREQUAL "$ENV{HOST}")
  set(_akgl_os "$ENV{CARGO_CFG_TARGET_OS}")
  if(_akgl_os STREQUAL "linux")
    set(CMAKE_SYSTEM_NAME Linux)
  elseif(_akgl_os STREQUAL "windows")
    set(CMAKE_SYSTEM_NAME Windows)
  elseif(_akgl_os STREQUAL "macos")
    set(CMAKE_SYSTEM_NAME Darwin)
  elseif(_akgl_os STREQUAL "freebsd")
    set(CMAKE_SYSTEM_NAME FreeBSD)
  else()
    message(FATAL_ERROR "cmake/sdl-toolchain.cmake: set CMAKE_TOOLCHAIN_FILE_<target> to cross-compile SDL3 for '${_akgl_os}'")
  endif()
  set(CMAKE_SYSTEM_PROCESSOR "$ENV{CARGO_CFG_TARGET_ARCH}")
endif()

set(CMAKE_PROJECT_SDL3_INCLUDE "${CMAKE_CURRENT_LIST_DIR}/sdl-options.cmake" CACHE FILEPATH "akgl's options for SDL3")
