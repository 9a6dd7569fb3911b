// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QCoreApplication>

/// The least that a program with Qt Core can do: what the start of hermesctl is compared with.
int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    return 0;
}
