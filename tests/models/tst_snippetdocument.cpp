// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/snippetdocument.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;

class SnippetDocumentTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY(m_folder.isValid());
    }

    void keepsBytesThatAreNoText()
    {
        const QByteArray bytes("print('\xfe\xff')\r\n");
        const SnippetDocument document = SnippetDocument::fromBytes(bytes);
        QVERIFY(!document.isEditable());
        QVERIFY(document.text().contains(QChar::ReplacementCharacter));
        QCOMPARE_EQ(document.code(document.text()), bytes);
    }

    void keepsWhatTheEditorCannot_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("paragraph separator") << QByteArray("a = '\xe2\x80\xa9'\n");
        QTest::newRow("frame character") << QByteArray("a = '\xef\xb7\x90'\n");
        QTest::newRow("one endless line") << QByteArray(2'000'000, 'x');
        QTest::newRow("an endless line among others") << "\n\na\n" + QByteArray(30'000, 'x') + "\nb\n";
        QTest::newRow("many lines") << QByteArray("a = 1\n").repeated(1'000'000);
        QTest::newRow("much text") << QByteArray(QByteArray(99, 'x') + '\n').repeated(100'000);
    }

    void keepsWhatTheEditorCannot()
    {
        QFETCH(const QByteArray, bytes);
        auto document = SnippetDocument::fromBytes(bytes);
        QVERIFY(!document.isEditable());
        QVERIFY(document.text().size() <= 6 * 1024 * 1024);
        QVERIFY(document.text().count(u'\n') <= 300'000);
        QCOMPARE_EQ(document.code(document.text()), bytes);
        QCOMPARE_EQ(document.code(u"anything"_s), bytes);
        QCOMPARE_EQ(document.save(m_folder.filePath(u"cut.py"_s), document.text()).error().kind, FaultKind::Conflict);
    }

    void keepsEmptyLines()
    {
        const SnippetDocument document = SnippetDocument::fromBytes("\n\n\na\n\n");
        QCOMPARE_EQ(document.text(), u"\n\n\na\n\n"_s);
        QVERIFY(document.isEditable());
        const SnippetDocument cut = SnippetDocument::fromBytes("\n\n" + QByteArray(30'000, 'x') + "\n");
        QVERIFY(cut.text().startsWith("\n\nx"_L1));
        QVERIFY(cut.text().endsWith("x\n"_L1));
    }

    void doesNotSaveOverThem()
    {
        const QString path = write(u"bad.py"_s, "x = '\xff'\n");
        auto document = SnippetDocument::read(path);
        QVERIFY(document.has_value());
        QCOMPARE_EQ(document->save(path, document->text()).error().kind, FaultKind::Conflict);
        QCOMPARE_EQ(read(path), QByteArray("x = '\xff'\n"));
    }

    void keepsLineEndsAndMark()
    {
        const QString path = write(u"windows.py"_s,
                                   "\xef\xbb\xbf"
                                   "a = 1\r\nb = 2\r\n");
        auto document = SnippetDocument::read(path);
        QVERIFY(document.has_value());
        QCOMPARE_EQ(document->text(), u"a = 1\nb = 2\n"_s);
        QCOMPARE_EQ(document->language(), Language::Python);
        QVERIFY(document->save(path, u"a = 1\nb = 3\n"_s).has_value());
        QCOMPARE_EQ(read(path),
                    QByteArray("\xef\xbb\xbf"
                               "a = 1\r\nb = 3\r\n"));
    }

    void runsWhatIsShown()
    {
        const SnippetDocument document = SnippetDocument::fromBytes("echo é\n");
        QVERIFY(document.isEditable());
        QCOMPARE_EQ(document.code(document.text()), QByteArray("echo é\n"));
        QCOMPARE_EQ(document.code(u"echo ü\n"_s), QByteArray("echo ü\n"));
    }

    void keepsFiveMiBEditable()
    {
        QVERIFY(SnippetDocument::fromBytes(QByteArray(QByteArray(49, 'x') + '\n').repeated(100'000)).isEditable());
    }

    void noticesWhatOthersDo()
    {
        using enum DiskLook::State;
        const QString path = write(u"shared.py"_s, "a = 1\n");
        auto document = SnippetDocument::read(path);
        QVERIFY(document.has_value());
        QCOMPARE_EQ(document->lookAtDisk().state, Same);
        QVERIFY(!write(u"shared.py"_s, "a = 1\n").isEmpty()); // the same bytes under another time
        QCOMPARE_EQ(document->lookAtDisk().state, Same);
        QVERIFY(!write(u"shared.py"_s, "a = 22\n").isEmpty());
        const DiskLook look = document->lookAtDisk();
        QCOMPARE_EQ(look.state, Changed);
        QCOMPARE_EQ(look.document.text(), u"a = 22\n"_s);
        QCOMPARE_EQ(document->save(path, u"a = 3\n"_s).error().kind, FaultKind::Conflict);
        QCOMPARE_EQ(read(path), QByteArray("a = 22\n"));
        QVERIFY(document->save(path, u"a = 3\n"_s, Overwrite::Anything));
        QVERIFY(document->save(path, u"a = 4\n"_s)); // what was written by us is known
        QVERIFY(QFile::remove(path));
        QCOMPARE_EQ(document->lookAtDisk().state, Gone);
        QVERIFY(document->save(path, u"a = 5\n"_s));
        QCOMPARE_EQ(read(path), QByteArray("a = 5\n"));
    }

    void neverTakesThePlaceOfAFolder()
    {
        auto document = SnippetDocument::fromBytes("a = 1\n");
        QCOMPARE_EQ(document.save(m_folder.path(), u"a"_s).error().kind, FaultKind::Usage);
    }

    void saysWhichFileIsMissing()
    {
        const QString path = m_folder.filePath(u"missing.py"_s);
        const auto document = SnippetDocument::read(path);
        QVERIFY(!document);
        QVERIFY(document.error().what.contains(path));
    }

private:
    [[nodiscard]] QString write(const QString &name, const QByteArray &bytes) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
    }

    [[nodiscard]] static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(SnippetDocumentTest)
#include "tst_snippetdocument.moc"
