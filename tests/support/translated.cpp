// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Linked into tests that look at texts: they read as in the programs.

#include "app/translation/translation.h"

#include <QCoreApplication>

using hermes::installTranslation;
Q_COREAPP_STARTUP_FUNCTION(installTranslation)
