// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "pythonencoding.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

PythonEncoding pythonEncoding(const QByteArray &code)
{
    static const QRegularExpression Cookie(
        u"\\A(?:[ \\t\\f]*(?:#[^\\n]*)?\\r?\\n)?[ \\t\\f]*#[^\\n]*?coding[:=][ \\t]*([-_.a-zA-Z0-9]+)"_s);
    const auto match = Cookie.match(QString::fromLatin1(code.first(std::min<qsizetype>(code.size(), 1000))));
    if (!match.hasMatch())
        return PythonEncoding::Utf8;
    const QString name = match.captured(1).toLower().replace(u'_', u'-');
    if (name == "utf-8"_L1 || name == "utf8"_L1 || name.startsWith("utf-8-"_L1))
        return PythonEncoding::Utf8;
    static const QRegularExpression AsciiBased(
        u"\\A(?:us-)?ascii\\z|\\Alatin|\\Aiso-?8859-|\\A(?:cp|windows-)125\\d\\z|\\Akoi8-"_s);
    return AsciiBased.match(name).hasMatch() ? PythonEncoding::AsciiBased : PythonEncoding::Other;
}

} // namespace hermes
