// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QRandomGenerator>

/// A script that its language accepts, with holes `{{v}}` at random places.
struct GeneratedScript
{
    QByteArray code = {};
    bool misplaced = false; ///< One of the holes stands where no literal can.
    int holes = 0;          ///< Those in comments not counted.
};

/// Makes random shell scripts (bash and POSIX) out of everything that quotes. The same seed gives the same scripts.
class ShellGenerator
{
public:
    explicit ShellGenerator(quint32 seed) : m_random(seed) { }
    [[nodiscard]] GeneratedScript next();

private:
    [[nodiscard]] int pick(int count) { return int(m_random.bounded(count)); }
    [[nodiscard]] QByteArray hole(bool allowed);
    [[nodiscard]] QByteArray flushHereDocuments();
    [[nodiscard]] QByteArray block(int depth);
    [[nodiscard]] QByteArray command(int depth);
    [[nodiscard]] QByteArray word(int depth);
    [[nodiscard]] QByteArray wordPart(int depth);
    [[nodiscard]] QByteArray quotedPart(int depth);

    QRandomGenerator m_random;
    GeneratedScript m_script;
    QByteArrayList m_hereDocuments;
};

/// Makes random Python expressions out of every kind of string.
class PythonGenerator
{
public:
    explicit PythonGenerator(quint32 seed) : m_random(seed) { }
    [[nodiscard]] GeneratedScript next();

private:
    [[nodiscard]] int pick(int count) { return int(m_random.bounded(count)); }
    [[nodiscard]] QByteArray hole(bool allowed);
    [[nodiscard]] QByteArray expression(int depth);
    [[nodiscard]] QByteArray text(const QByteArray &quote, bool raw);
    [[nodiscard]] QByteArray formatted(const QByteArray &quote, int depth);

    QRandomGenerator m_random;
    GeneratedScript m_script;
};
