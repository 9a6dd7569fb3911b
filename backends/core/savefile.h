// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QSaveFile>

namespace hermes {

/// A QSaveFile that says why a write failed: Qt's own takes the part of it that found room for a success, and calls the rest an
/// unknown error. Not buffered.
class SaveFile final : public QSaveFile
{
public:
    using QSaveFile::QSaveFile;

protected:
    qint64 writeData(const char *data, qint64 size) override;
};

} // namespace hermes
