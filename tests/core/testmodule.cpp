// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtGlobal>

/// What a test loads.
extern "C" Q_DECL_EXPORT int *hermesTestModule()
{
    static int entered = 0;
    ++entered;
    return &entered;
}
