// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "snippet.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace hermes {

QString languageName(Language language)
{
    return language == Language::Python ? u"python"_s : u"shell"_s;
}

Result<Language> languageFromName(const QString &name)
{
    if (name == "python"_L1)
        return Language::Python;
    if (name == "shell"_L1)
        return Language::Shell;
    return fail(FaultKind::Usage, u"Unknown language \"%1\""_s.arg(name), u"Known languages: python, shell."_s);
}

std::optional<Language> languageFromFileName(const QString &fileName)
{
    const QString ending = QFileInfo(fileName).suffix().toLower();
    if (ending == "py"_L1)
        return Language::Python;
    if (ending == "sh"_L1 || ending == "bash"_L1)
        return Language::Shell;
    return std::nullopt;
}

Result<> checkCode(QByteArrayView code)
{
    if (code.trimmed().isEmpty())
        return fail(FaultKind::Usage, u"The code is empty"_s, u"Write a snippet, or name a file that has one."_s);
    if (const qsizetype at = code.indexOf('\0'); at >= 0) {
        const auto line = 1 + std::count(code.begin(), code.begin() + at, '\n');
        return fail(FaultKind::Usage, u"The code has a NUL byte in line %1"_s.arg(line),
                    u"No interpreter accepts one; remove it or write it as an escape."_s);
    }
    if (code.size() > MaxCodeBytes)
        return fail(FaultKind::Usage, u"The code is %1 bytes long; at most %2 are possible"_s.arg(code.size()).arg(MaxCodeBytes),
                    u"Put the data into a file and name it with --input."_s);
    return {};
}

} // namespace hermes
