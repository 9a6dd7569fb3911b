// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/sandboxname.h"

#include <QCryptographicHash>

using namespace Qt::StringLiterals;

namespace hermes::runner {

namespace {
constexpr qsizetype MaxNameBytes = 180;

QString shortHash(const QString &text)
{
    return QString::fromLatin1(QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Sha256).toHex().first(12));
}

bool isPlain(char32_t c)
{
    return QChar::isLetterOrNumber(c) || QChar::isMark(c) || c == U'-' || c == U'_' || c == U'.' || c == U' ';
}

QString escaped(const QString &text)
{
    QString name;
    for (const char32_t c : text.toUcs4()) {
        if (isPlain(c) && !(name.isEmpty() && (c == U'.' || c == U' '))) {
            name += QStringView(QChar::fromUcs4(c));
            continue;
        }
        for (const char byte : QString::fromUcs4(&c, 1).toUtf8())
            name += u"%%1"_s.arg(uint(uchar(byte)), 2, 16, QChar(u'0'));
    }
    return name;
}
} // namespace

QString sandboxFileName(const ProfiledId &name)
{
    // Escaping leaves no other @.
    QString whole = name.profile.isEmpty() ? escaped(name.id) : escaped(name.profile) + u'@' + escaped(name.id);
    if (whole.toUtf8().size() <= MaxNameBytes)
        return whole;
    QString begin = whole.first(std::min(whole.size(), MaxNameBytes));
    while (begin.toUtf8().size() > MaxNameBytes - 16)
        begin.chop(1);
    return begin + u'-' + shortHash(whole);
}

QString sandboxLockFile(const QString &locks, const ProfiledId &name, const QString &place)
{
    return locks + u'/' + sandboxFileName(name) + u'-' + shortHash(place) + u".json"_s;
}

} // namespace hermes::runner
