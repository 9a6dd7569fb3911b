// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/sweep/snippettemplate.h"
#include "models/snippets/holecheck.h"

#include <QElapsedTimer>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;

class HoleCheckTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void says_data()
    {
        QTest::addColumn<Language>("language");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("problems"); // "line:marked text:beginning of the message"
        const auto row = [](const char *name, Language language, const char *text, const QStringList &problems) {
            QTest::newRow(name) << language << QString::fromUtf8(text) << problems;
        };
        row("nothing", Language::Python, "x = {{n}} + {{ m }}", {});
        row("no holes", Language::Python, "x = {'a': {'b': 1}}; '''", {});
        row("unknown", Language::Python, "x = {{n}}\ny = {{q}}\n", {u"2:{{q}}:{{q}} names no parameter"_s});
        row("quotes", Language::Python, "x = '{{n}}'", {u"1:{{n}}:{{n}} stands inside quotes"_s});
        row("several", Language::Python, "x = 'é😀{{n}}'\n\ny = {{ q }}\nz = 1{{m}}",
            {u"1:{{n}}:{{n}} stands inside quotes"_s, u"3:{{ q }}:{{q}} names no parameter"_s, u"4:{{m}}:{{m}} touches"_s});
        row("comment", Language::Python, "# {{q}}\n", {});
        row("no end", Language::Python, "x = {{q}}\ny = '''{{m}}", {u"1:{{q}}:{{q}} names"_s, u"2:':the quote or bracket"_s});
        row("shell quotes", Language::Shell, "echo \"{{n}}\"", {u"1:{{n}}:{{n}} stands inside quotes"_s});
        row("shell here-document", Language::Shell, "cat <<E\n{{n}}\nE\n", {u"2:{{n}}:{{n}} stands inside a here-document"_s});
        row("encoding", Language::Python, "# coding: utf-16\nx = {{n}}", {u"1:# coding: utf-16:The code declares"_s});
    }

    void says()
    {
        QFETCH(const Language, language);
        QFETCH(const QString, text);
        QFETCH(const QStringList, problems);
        const QStringList names {u"n"_s, u"m"_s};
        const QList<TextProblem> found = checkHoles(language, text, names);
        QCOMPARE_EQ(found.size(), problems.size());
        for (qsizetype i = 0; i < found.size(); ++i) {
            const TextProblem &each = found.at(i);
            const QString said = u"%1:%2:%3"_s.arg(QString::number(each.line), text.mid(each.position, each.length), each.message);
            QVERIFY2(said.startsWith(problems.at(i)), qPrintable(said));
        }
        // What is shown is what the launch would refuse.
        QCOMPARE_EQ(SnippetTemplate::parse(language, text.toUtf8(), names).has_value(), problems.isEmpty());
    }

    void isBounded()
    {
        const QString text = QString(u"x = '{{unknown}}'\n"_s).repeated(200'000);
        QElapsedTimer timer;
        timer.start();
        QCOMPARE_EQ(checkHoles(Language::Python, text, {}).size(), MostProblems);
        QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_GUILESS_MAIN(HoleCheckTest)
#include "tst_holecheck.moc"
