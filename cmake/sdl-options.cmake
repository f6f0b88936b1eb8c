# SDL3 stops its configuration when one of X11's extension libraries is not installed, and when no
# window system is. This file looks at what is there and turns off what is not, so that SDL3 builds
# on a bare machine, on one with every header, and on any in between.
# Runs right after SDL's `project()`; options that the caller set on the command line stay as they are.

if(NOT UNIX OR APPLE)
  return()
endif()

function(akgl_default option value reason)
  if(NOT DEFINED CACHE{${option}})
    set(${option} ${value} CACHE BOOL "${reason}")
    message(STATUS "akgl: ${option}=${value} (${reason})")
  endif()
endfunction()

# Without a window system SDL3 still has its offscreen and dummy video drivers.
akgl_default(SDL_UNIX_CONSOLE_BUILD ON "build even where no window system's headers are installed")

find_package(X11 QUIET)
foreach(pair "Xcursor:XCURSOR" "Xi:XINPUT" "Xfixes:XFIXES" "Xrandr:XRANDR" "Xss:XSCRNSAVER" "Xshape:XSHAPE"
             "Xext:XSYNC" "Xext:XDBE" "Xtst:XTEST")
  string(REPLACE ":" ";" pair "${pair}")
  list(GET pair 0 library)
  list(GET pair 1 option)
  if(NOT X11_${library}_FOUND)
    akgl_default(SDL_X11_${option} OFF "${library} is not installed for development")
  endif()
endforeach()
# XFixes is used through XInput2's header; XShape lives in libXext.
if(NOT X11_Xi_FOUND)
  akgl_default(SDL_X11_XFIXES OFF "Xi is not installed for development")
endif()
if(NOT X11_FOUND OR NOT X11_Xext_FOUND)
  akgl_default(SDL_X11 OFF "X11 and Xext are not both installed for development")
endif()
