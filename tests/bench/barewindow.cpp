// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QApplication>
#include <QMainWindow>
#include <QPlainTextEdit>

/// The least that a window in which one can write can do: what hermes-panel's start and memory are compared with.
int main(int argc, char **argv)
{
    const QApplication application(argc, argv);
    QMainWindow window;
    window.setCentralWidget(new QPlainTextEdit(&window));
    window.resize(1000, 700);
    window.show();
    return QApplication::exec();
}
