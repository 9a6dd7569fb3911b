# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Compile flags as targets. Every target of ours links hermes_flags, or hermes_runner_flags where no Qt is used.

add_library(hermes_runner_flags INTERFACE)
target_compile_features(hermes_runner_flags INTERFACE cxx_std_23)
target_compile_options(hermes_runner_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion
    $<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast -Woverloaded-virtual -Wnon-virtual-dtor>
    $<$<BOOL:${HERMES_WERROR}>:-Werror>
    # Warnings depend on the compiler in use; those of g++ 14 decide.
    $<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-warning-option>)
target_compile_definitions(hermes_runner_flags INTERFACE
    HERMES_VERSION="${PROJECT_VERSION}"
    $<$<CONFIG:RelWithDebInfo>:_GLIBCXX_ASSERTIONS>)
target_include_directories(hermes_runner_flags INTERFACE "${CMAKE_SOURCE_DIR}")

if(HERMES_SANITIZE)
    list(JOIN HERMES_SANITIZE "," sanitizers)
    target_compile_options(hermes_runner_flags INTERFACE -fsanitize=${sanitizers} -fno-omit-frame-pointer
        -fno-sanitize-recover=all)
    target_link_options(hermes_runner_flags INTERFACE -fsanitize=${sanitizers})
    # GCC warns that fences are not understood by the thread sanitizer, and false positives of overflow checks appear
    # once code is instrumented; the plain build has these as errors.
    target_compile_options(hermes_runner_flags INTERFACE
        -Wno-error -Wno-tsan -Wno-maybe-uninitialized -Wno-stringop-overflow)
endif()

add_library(hermes_flags INTERFACE)
target_link_libraries(hermes_flags INTERFACE hermes_runner_flags)
target_compile_definitions(hermes_flags INTERFACE
    HERMES_APP_ID="${HERMES_APP_ID}"
    QT_NO_CAST_FROM_ASCII
    QT_NO_CAST_TO_ASCII
    QT_NO_CAST_FROM_BYTEARRAY
    QT_NO_URL_CAST_FROM_STRING
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
    QT_NO_CONTEXTLESS_CONNECT
    QT_NO_FOREACH
    QT_NO_KEYWORDS
    QT_USE_QSTRINGBUILDER
    QT_DISABLE_DEPRECATED_UP_TO=0x060800)
