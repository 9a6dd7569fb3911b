// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/textsearch.h"

#include <QElapsedTimer>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;

class TextSearchTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void finds_data()
    {
        QTest::addColumn<SearchPattern>("pattern");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("found"); // positions
        const auto expression = [](const QString &text) { return SearchPattern {.text = text, .regularExpression = true}; };
        QTest::newRow("plain") << SearchPattern {.text = u"a."_s} << u"a.A. ab"_s << u"0 2"_s;
        QTest::newRow("case") << SearchPattern {.text = u"É"_s, .matchCase = true} << u"éÉ"_s << u"1"_s;
        QTest::newRow("words") << SearchPattern {.text = u"in"_s, .wholeWords = true} << u"in int in_ (in)"_s << u"0 12"_s;
        QTest::newRow("a word of signs") << SearchPattern {.text = u"++"_s, .wholeWords = true} << u"i ++ i++"_s << u"2"_s;
        QTest::newRow("expression") << expression(u"^b|a$"_s) << u"ba\nba"_s << u"0 1 3 4"_s;
        QTest::newRow("alternatives as words")
            << SearchPattern {.text = u"a|b"_s, .wholeWords = true, .regularExpression = true} << u"a ab b"_s << u"0 5"_s;
        QTest::newRow("not over another") << SearchPattern {.text = u"aa"_s} << u"aaaaa"_s << u"0 2"_s;
        QTest::newRow("empty matches") << expression(u"x*"_s) << u"axxb"_s << u"0 1 3 4"_s;
        QTest::newRow("nothing") << SearchPattern {.text = u"q"_s} << u"abc"_s << QString();
    }

    void finds()
    {
        QFETCH(const SearchPattern, pattern);
        QFETCH(const QString, text);
        QFETCH(const QString, found);
        const auto search = TextSearch::compile(pattern);
        QVERIFY(search);
        QStringList positions;
        for (const TextMatch &match : search->find(text, 100))
            positions += QString::number(match.position);
        QCOMPARE_EQ(positions.join(u' '), found);
    }

    void refusesABadExpression()
    {
        const auto search = TextSearch::compile({.text = u"a(b"_s, .wholeWords = true, .regularExpression = true});
        QVERIFY(!search);
        QVERIFY2(search.error().what.contains("character 4"_L1), qPrintable(search.error().what));
        QVERIFY(TextSearch::compile({.text = u"a(b"_s}));
    }

    void replaces_data()
    {
        QTest::addColumn<SearchPattern>("pattern");
        QTest::addColumn<QString>("with");
        QTest::addColumn<QString>("replaced");
        QTest::addColumn<int>("count");
        const auto expression = [](const QString &text) { return SearchPattern {.text = text, .regularExpression = true}; };
        QTest::newRow("plain") << SearchPattern {.text = u"a"_s} << u"\\1"_s << u"\\1b \\1b\nb"_s << 2;
        QTest::newRow("groups") << expression(u"(a)(b)"_s) << u"\\2\\1\\t\\\\"_s << u"ba\t\\ ba\t\\\nb"_s << 2;
        QTest::newRow("beginnings of lines") << expression(u"^"_s) << u"# "_s << u"# ab ab\n# b"_s << 2;
        QTest::newRow("lines away") << expression(u"\\n"_s) << QString() << u"ab abb"_s << 1;
        QTest::newRow("nothing") << expression(u"q"_s) << u"x"_s << u"ab ab\nb"_s << 0;
    }

    void replaces()
    {
        QFETCH(const SearchPattern, pattern);
        QFETCH(const QString, with);
        QFETCH(const QString, replaced);
        QFETCH(const int, count);
        QString text = u"ab ab\nb"_s;
        const TextSearch::Replaced part = TextSearch::compile(pattern)->replaceAll(text, with);
        QCOMPARE_EQ(part.count, count);
        text.replace(part.from, part.length, part.text);
        QCOMPARE_EQ(text, replaced);
    }

    void replacesOne()
    {
        const auto search = TextSearch::compile({.text = u"(?<=x)(a+)"_s, .regularExpression = true});
        QCOMPARE_EQ(search->replacement(u"xaa"_s, {.position = 1, .length = 2}, u"<\\1>"_s), u"<aa>"_s);
        QVERIFY(!search->replacement(u"yaa"_s, {.position = 1, .length = 2}, u"b"_s));
    }

    /// The library gives up; nobody waits for ever.
    void anEndlessExpressionEnds()
    {
        QElapsedTimer timer;
        timer.start();
        const auto search = TextSearch::compile({.text = u"(a+)+$"_s, .regularExpression = true});
        std::ignore = search->find(QString(40, u'a') + u'b', 10);
        QVERIFY2(timer.elapsed() < 30'000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_GUILESS_MAIN(TextSearchTest)
#include "tst_textsearch.moc"
