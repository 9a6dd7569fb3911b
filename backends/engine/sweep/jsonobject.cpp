// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "jsonobject.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace hermes {

namespace {

constexpr int MaxNesting = 64;

/// Reads one value after another; each function leaves the place behind what it read, or says false.
class JsonReader
{
public:
    explicit JsonReader(QByteArrayView json) : m_json(json) { }

    std::optional<QList<JsonField>> object()
    {
        QList<JsonField> fields;
        skipBlanks();
        const bool read = members([&](QString key) {
            const auto known = std::ranges::find(fields, key, &JsonField::key);
            JsonField &field = known != fields.end() ? *known : fields.emplace_back(std::move(key));
            return value(field);
        });
        skipBlanks();
        return read && m_at == m_json.size() ? std::optional(std::move(fields)) : std::nullopt;
    }

private:
    [[nodiscard]] char peek() const { return m_at < m_json.size() ? m_json[m_at] : '\0'; }

    bool take(char c)
    {
        if (peek() != c)
            return false;
        ++m_at;
        return true;
    }

    void skipBlanks()
    {
        while (m_at < m_json.size() && QByteArrayView(" \t\r\n").contains(m_json[m_at]))
            ++m_at;
    }

    /// `{ "key": <what readValue reads>, … }`
    bool members(const auto &readValue)
    {
        if (!take('{'))
            return false;
        skipBlanks();
        if (take('}'))
            return true;
        do {
            skipBlanks();
            QString key;
            if (!string(&key))
                return false;
            skipBlanks();
            if (!take(':'))
                return false;
            skipBlanks();
            if (!readValue(std::move(key)))
                return false;
            skipBlanks();
        } while (take(','));
        return take('}');
    }

    bool elements()
    {
        if (!take('['))
            return false;
        skipBlanks();
        if (take(']'))
            return true;
        do {
            skipBlanks();
            if (!skipValue())
                return false;
            skipBlanks();
        } while (take(','));
        return take(']');
    }

    bool value(JsonField &field)
    {
        const qsizetype begin = m_at;
        const char c = peek();
        if (c == '"') {
            field.type = JsonType::String;
            field.text.clear();
            return string(&field.text);
        }
        if (!skipValue())
            return false;
        const QByteArrayView raw = m_json.sliced(begin, m_at - begin);
        field.type = c == '{'      ? JsonType::Object
            : c == '['             ? JsonType::Array
            : c == 'n'             ? JsonType::Null
            : c == 't' || c == 'f' ? JsonType::Boolean
                                   : JsonType::Number;
        field.text = QString::fromUtf8(c == '{' || c == '[' ? compact(raw) : raw.toByteArray());
        return true;
    }

    bool skipValue()
    {
        switch (peek()) {
        case '"': return string(nullptr);
        case '{':
        case '[': {
            if (++m_nesting > MaxNesting)
                return false;
            const bool read = peek() == '[' ? elements() : members([this](const QString &) { return skipValue(); });
            --m_nesting;
            return read;
        }
        default: break;
        }
        for (const QByteArrayView word : {"true", "false", "null", "NaN", "Infinity", "-Infinity"}) {
            if (m_json.sliced(m_at).startsWith(word)) {
                m_at += word.size();
                return true;
            }
        }
        return number();
    }

    bool digits()
    {
        const qsizetype begin = m_at;
        while (std::isdigit(uchar(peek())))
            ++m_at;
        return m_at > begin;
    }

    bool number()
    {
        take('-');
        const bool zero = peek() == '0';
        const qsizetype begin = m_at;
        if (!digits() || (zero && m_at > begin + 1))
            return false;
        if (take('.') && !digits())
            return false;
        if (take('e') || take('E')) {
            if (!take('+'))
                take('-');
            return digits();
        }
        return true;
    }

    /// A string; its characters go to `text` where that is wanted.
    bool string(QString *text)
    {
        if (!take('"'))
            return false;
        qsizetype plain = m_at;
        const auto flush = [&] {
            if (text && m_at > plain)
                *text += QString::fromUtf8(m_json.sliced(plain, m_at - plain));
        };
        while (m_at < m_json.size() && uchar(m_json[m_at]) >= 0x20) {
            if (m_json[m_at] == '"') {
                flush();
                ++m_at;
                return true;
            }
            if (m_json[m_at] == '\\') {
                flush();
                if (!escape(text))
                    return false;
                plain = m_at;
            } else {
                ++m_at;
            }
        }
        return false;
    }

    bool escape(QString *text)
    {
        static constexpr std::pair<char, char16_t> Escapes[] {{'"', u'"'},  {'\\', u'\\'}, {'/', u'/'},  {'b', u'\b'},
                                                              {'f', u'\f'}, {'n', u'\n'},  {'r', u'\r'}, {'t', u'\t'}};
        ++m_at;
        char16_t unit = 0;
        if (take('u')) {
            bool ok = m_at + 4 <= m_json.size();
            const QByteArray hex = ok ? m_json.sliced(m_at, 4).toByteArray() : QByteArray();
            ok = ok && std::ranges::all_of(hex, [](char c) { return std::isxdigit(uchar(c)); });
            if (!ok)
                return false;
            unit = char16_t(hex.toUShort(nullptr, 16));
            m_at += 4;
        } else {
            const auto known = std::ranges::find(Escapes, peek(), &std::pair<char, char16_t>::first);
            if (known == std::end(Escapes))
                return false;
            unit = known->second;
            ++m_at;
        }
        if (text)
            *text += QChar(unit);
        return true;
    }

    /// The same without the blanks outside its strings, and with null for NaN and infinities, so that it is JSON.
    static QByteArray compact(QByteArrayView json)
    {
        QByteArray result;
        result.reserve(json.size());
        bool quoted = false;
        for (qsizetype at = 0; at < json.size(); ++at) {
            const char c = json[at];
            if (!quoted && std::isspace(uchar(c)))
                continue;
            if (!quoted && (c == 'N' || c == 'I')) {
                if (result.endsWith('-'))
                    result.chop(1);
                result += "null";
                at += (c == 'N' ? QByteArrayView("NaN") : QByteArrayView("Infinity")).size() - 1;
                continue;
            }
            result += c;
            if (quoted && c == '\\')
                result += json[++at];
            else if (c == '"')
                quoted = !quoted;
        }
        return result;
    }

    QByteArrayView m_json;
    qsizetype m_at = 0;
    int m_nesting = 0;
};

} // namespace

std::optional<QList<JsonField>> jsonObjectFields(QByteArrayView json)
{
    return JsonReader(json).object();
}

} // namespace hermes
