// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "secretname.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr qsizetype LongestName = 200;
constexpr qsizetype MostBytes = 64LL * 1024;
constexpr auto RegistryPrefix = "registry/"_L1;

bool isWordCharacter(QChar c)
{
    return c == u'_' || (c >= u'0' && c <= u'9') || (c >= u'A' && c <= u'Z') || (c >= u'a' && c <= u'z');
}

bool isVariableName(QStringView name)
{
    return !name.isEmpty() && std::ranges::all_of(name, isWordCharacter) && !(name.front() >= u'0' && name.front() <= u'9');
}

QString variableFor(const QString &secret)
{
    if (isVariableName(secret))
        return secret;
    QString variable = secret.toUpper();
    for (QChar &c : variable) {
        if (!isWordCharacter(c))
            c = u'_';
    }
    return variable.front() >= u'0' && variable.front() <= u'9' ? u'_' + variable : variable;
}

/// A program that writes a value ends it with a line end, which is none of it.
QByteArrayView withoutLineEnd(QByteArrayView input)
{
    if (!input.endsWith('\n'))
        return input;
    input.chop(1);
    return input.endsWith('\r') ? input.chopped(1) : input;
}

} // namespace

QString settingSecretName(const QString &backend, const QString &profile, const QString &key)
{
    return profile.isEmpty() ? QString(backend + u'/' + key) : QString(backend + u'/' + profile + u'/' + key);
}

QString registrySecretName(const QString &host)
{
    return RegistryPrefix + host;
}

std::optional<QString> registryOfSecret(const QString &name)
{
    const bool isOne = name.startsWith(RegistryPrefix) && name.size() > RegistryPrefix.size();
    return isOne ? std::optional(name.sliced(RegistryPrefix.size())) : std::nullopt;
}

Result<> checkSecretName(const QString &name)
{
    const auto isBad = [](QChar c) { return !c.isPrint() || c == u'=' || c == u','; };
    if (name.isEmpty() || name.size() > LongestName || name.trimmed() != name || std::ranges::any_of(name, isBad)
        || !name.isValidUtf16())
        return fail(
            FaultKind::Usage, u"This cannot be the name of a secret"_s,
            u"A name is one line of at most %1 characters without \"=\" and \",\", such as registry/HOST or my-token."_s.arg(
                LongestName));
    return {};
}

Result<Secret> secretFromInput(QByteArrayView input)
{
    const QByteArrayView value = withoutLineEnd(input);
    if (value.isEmpty())
        return fail(FaultKind::Usage, u"The value of the secret is empty"_s, u"To remove a secret, delete it."_s);
    if (value.size() > MostBytes)
        return fail(FaultKind::Usage, u"The value of the secret has more than 64 KiB"_s);
    if (value.contains('\0'))
        return fail(FaultKind::Usage, u"The value of the secret has a NUL byte"_s);
    if (!QUtf8StringView(value).isValidUtf8())
        return fail(FaultKind::Usage, u"The value of the secret is no text in UTF-8"_s, u"Store other bytes in base64."_s);
    return Secret(value);
}

Result<Secret> toSecret(const RegistryLogin &login)
{
    if (login.user.isEmpty() || login.user.contains(u':'))
        return fail(FaultKind::Usage, login.user.isEmpty() ? u"The user name is empty"_s : u"The user name has a colon"_s);
    if (login.password.isEmpty())
        return fail(FaultKind::Usage, u"The password is empty"_s);
    QByteArray bytes = login.user.toUtf8() + ':';
    bytes += login.password.reveal();
    auto secret = secretFromInput(bytes);
    ::explicit_bzero(bytes.data(), size_t(bytes.size()));
    return secret;
}

Result<RegistryLogin> registryLogin(const QString &name, const Secret &value)
{
    const QByteArrayView bytes = value.reveal();
    const qsizetype colon = bytes.indexOf(':');
    if (colon < 1 || colon + 1 == bytes.size())
        return fail(FaultKind::NotConfigured, u"The secret \"%1\" is not of the form user:password"_s.arg(name),
                    u"Store it again: hermesctl secrets set %1."_s.arg(name));
    return RegistryLogin {.user = QString::fromUtf8(bytes.first(colon)), .password = Secret(bytes.sliced(colon + 1))};
}

Result<SecretVariable> secretVariableFrom(const QString &text)
{
    const qsizetype equals = text.indexOf(u'=');
    const QString secret = text.sliced(equals + 1);
    if (const auto checked = checkSecretName(secret); !checked)
        return std::unexpected(checked.error());
    const QString variable = equals < 0 ? variableFor(secret) : text.first(equals);
    if (!isVariableName(variable))
        return fail(FaultKind::Usage, u"What stands before \"=\" cannot be the name of a variable"_s,
                    u"A name has letters, digits and _, and does not begin with a digit."_s);
    return SecretVariable {.variable = variable, .secret = secret};
}

QString toText(const SecretVariable &secret)
{
    return variableFor(secret.secret) == secret.variable ? secret.secret : QString(secret.variable + u'=' + secret.secret);
}

} // namespace hermes
