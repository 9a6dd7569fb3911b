# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   hermes_add_library(NAME SOURCES file… [LINK target…] [GUI])
#   hermes_add_program(NAME SOURCES file… [LINK target…] [GUI] [OUTPUT name])
#   hermes_add_module(NAME SOURCES file… [LINK target…] [GUI]): loaded by loadModule() of backends/core/module.h
#   hermes_add_test(NAME SOURCES file… [LINK target…] [GUI] [SANITIZE] [SERIAL] [TIMEOUT seconds] [LABELS label…])
#   hermes_add_docker_test(NAME …): a test with a Docker daemon of its own; arguments as hermes_add_test
#
# All of them use hermes_flags, automoc and one of two precompiled headers, so a file compiles in a second or two: the one of
# Qt Core and the standard library, or with GUI the one that has the widgets as well. LINK is public for libraries.
#
# Tests are built to tests/bin, get folders of their own below the build folder as XDG_*_HOME and need no display.
# SANITIZE: it is also run with the sanitizer presets, which build the target sanitize_tests only.

set(hermesCoreHeaders
    <algorithm> <array> <atomic> <chrono> <condition_variable> <cstdint> <deque> <expected> <format> <functional> <map> <memory>
    <mutex> <optional> <ranges> <span> <stop_token> <string> <string_view> <thread> <unordered_map> <utility> <variant> <vector>
    <QByteArray> <QDateTime> <QDir> <QFile> <QHash> <QJsonArray> <QJsonDocument> <QJsonObject> <QList> <QLoggingCategory>
    <QMap> <QObject> <QSet> <QString> <QStringList> <QVariant>)
set(hermesGuiHeaders ${hermesCoreHeaders}
    <QAbstractItemModel> <QAction> <QApplication> <QBoxLayout> <QFormLayout> <QHeaderView> <QLabel> <QMainWindow> <QPainter>
    <QPushButton> <QSettings> <QSplitter> <QStyledItemDelegate> <QTableView> <QToolButton> <QWidget>)

function(_hermes_add_pch name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK;HEADERS")
    set(source "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "")
    add_library(${name} OBJECT "${source}")
    set_target_properties(${name} PROPERTIES AUTOMOC OFF)
    target_link_libraries(${name} PRIVATE hermes_flags ${arg_LINK})
    target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

_hermes_add_pch(hermes_pch_core LINK Qt6::Core HEADERS ${hermesCoreHeaders})
_hermes_add_pch(hermes_pch_gui LINK Qt6::Widgets HEADERS ${hermesGuiHeaders})

# A precompiled header fits only a target with the same definitions, so one that links Gui takes the second.
macro(_hermes_setup_target name)
    if(arg_GUI)
        target_precompile_headers(${name} REUSE_FROM hermes_pch_gui)
    else()
        target_precompile_headers(${name} REUSE_FROM hermes_pch_core)
    endif()
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "${name}: not understood: ${arg_UNPARSED_ARGUMENTS}")
    endif()
endmacro()

function(hermes_add_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "GUI" "" "SOURCES;LINK")
    add_library(${name} STATIC ${arg_SOURCES})
    target_link_libraries(${name} PUBLIC hermes_flags Qt6::Core ${arg_LINK})
    if(arg_GUI)
        target_link_libraries(${name} PUBLIC Qt6::Widgets)
    endif()
    _hermes_setup_target(${name})
endfunction()

function(hermes_add_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "GUI" "OUTPUT" "SOURCES;LINK")
    qt_add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE hermes_flags Qt6::Core ${arg_LINK})
    if(arg_GUI)
        target_link_libraries(${name} PRIVATE Qt6::Widgets)
    endif()
    if(arg_OUTPUT)
        set_target_properties(${name} PROPERTIES OUTPUT_NAME "${arg_OUTPUT}")
    endif()
    _hermes_setup_target(${name})
endfunction()

function(hermes_add_module name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "GUI" "" "SOURCES;LINK")
    add_library(${name} MODULE ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE hermes_flags Qt6::Core ${arg_LINK})
    if(arg_GUI)
        target_link_libraries(${name} PRIVATE Qt6::Widgets)
    endif()
    string(REPLACE "hermes_" "" file ${name})
    set_target_properties(${name} PROPERTIES PREFIX "" OUTPUT_NAME "${file}"
        LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/${HERMES_MODULE_FOLDER}")
    _hermes_setup_target(${name})
endfunction()

add_custom_target(sanitize_tests COMMENT "Tests that the sanitizer presets run")

# hermes_configure_test(NAME …): what every entry of ctest gets, for tests that are not made by hermes_add_test too.
function(hermes_configure_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SANITIZE;SERIAL" "TIMEOUT" "LABELS;ENVIRONMENT")
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    if(HERMES_SANITIZE)
        math(EXPR arg_TIMEOUT "${arg_TIMEOUT} * 3")
    endif()
    if(arg_SANITIZE)
        list(APPEND arg_LABELS sanitize)
    endif()
    set(home "${CMAKE_BINARY_DIR}/tests/home/${name}")
    file(MAKE_DIRECTORY "${home}/state" "${home}/config" "${home}/cache" "${home}/data")
    if(HERMES_SANITIZE MATCHES thread)
        # GLib's event loop has no symbols that a suppression could name; Qt's own does the same.
        list(APPEND arg_ENVIRONMENT "QT_NO_GLIB=1")
    endif()
    set_tests_properties(${name} PROPERTIES
        TIMEOUT ${arg_TIMEOUT}
        LABELS "${arg_LABELS}"
        RUN_SERIAL ${arg_SERIAL}
        WORKING_DIRECTORY "${home}"
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;QT_LOGGING_RULES=qt.qpa.*=false;\
HERMES_MODULES=${CMAKE_BINARY_DIR}/${HERMES_MODULE_FOLDER};XDG_STATE_HOME=${home}/state;XDG_CONFIG_HOME=${home}/config;XDG_CACHE_HOME=${home}/cache;XDG_DATA_HOME=${home}/data;\
ASAN_OPTIONS=detect_leaks=1:abort_on_error=0;UBSAN_OPTIONS=print_stacktrace=1;\
TSAN_OPTIONS=second_deadlock_stack=1:suppressions=${CMAKE_SOURCE_DIR}/packaging/sanitizers/tsan.supp;\
LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/packaging/sanitizers/lsan.supp;${arg_ENVIRONMENT}")
endfunction()

function(hermes_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "GUI;SANITIZE;SERIAL" "TIMEOUT" "SOURCES;LINK;LABELS;ENVIRONMENT")
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE hermes_flags Qt6::Test ${arg_LINK})
    if(arg_GUI)
        target_link_libraries(${name} PRIVATE Qt6::Widgets)
    endif()
    # Qt 6.8: the macros QTRY_… narrow the milliseconds of their timeout.
    set_source_files_properties(${arg_SOURCES} PROPERTIES COMPILE_OPTIONS -Wno-conversion)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests/bin")
    _hermes_setup_target(${name})
    add_test(NAME ${name} COMMAND ${name})
    set(options "")
    foreach(option SANITIZE SERIAL)
        if(arg_${option})
            list(APPEND options ${option})
        endif()
    endforeach()
    if(arg_TIMEOUT)
        list(APPEND options TIMEOUT ${arg_TIMEOUT})
    endif()
    hermes_configure_test(${name} ${options} LABELS ${arg_LABELS} ENVIRONMENT ${arg_ENVIRONMENT})
    if(arg_SANITIZE)
        add_dependencies(sanitize_tests ${name})
    endif()
endfunction()

# One daemon at a time: each takes hundreds of megabytes, and what such tests look at are times of seconds.
function(hermes_add_docker_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "LABELS;LINK")
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 240)
    endif()
    hermes_add_test(${name} ${arg_UNPARSED_ARGUMENTS} TIMEOUT ${arg_TIMEOUT} LABELS docker ${arg_LABELS} LINK test_docker ${arg_LINK})
    set_tests_properties(${name} PROPERTIES RESOURCE_LOCK docker)
    add_dependencies(${name} test_images)
endfunction()
