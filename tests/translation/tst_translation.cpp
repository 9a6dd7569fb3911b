// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/translation/translation.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

using namespace hermes;
using namespace Qt::StringLiterals;

/// What lupdate finds in the sources, against the translation that is built into the programs.
class TranslationTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"all.ts"_s);
        QProcess lupdate;
        lupdate.setWorkingDirectory(QStringLiteral(HERMES_SOURCES));
        lupdate.setProcessChannelMode(QProcess::MergedChannels);
        lupdate.start(QStringLiteral(HERMES_LUPDATE),
                      {u"-silent"_s, u"-locations"_s, u"none"_s, u"-I"_s, u"."_s, u"app"_s, u"backends"_s, u"models"_s, u"ui"_s,
                       u"-ts"_s, file});
        QVERIFY2(lupdate.waitForFinished(60'000), qPrintable(lupdate.errorString()));
        m_said = QString::fromLocal8Bit(lupdate.readAll());
        QVERIFY2(lupdate.exitCode() == 0, qPrintable(m_said));
        read(file);
        QVERIFY(m_texts.size() > 500);
        QVERIFY(m_translator.load(u":/translations/hermes_en.qm"_s));
    }

    void everyTextWithANumberHasBothForms()
    {
        QStringList missing;
        int numbers = 0;
        for (const Text &text : std::as_const(m_texts)) {
            if (!text.hasNumber)
                continue;
            ++numbers;
            for (const int number : {1, 2}) {
                const QString form = m_translator.translate(text.context.toUtf8().constData(), text.source.toUtf8().constData(),
                                                            text.comment.toUtf8().constData(), number);
                if (form.isEmpty() || form.contains("(s)"_L1))
                    missing += u"%1: \"%2\" for %3"_s.arg(text.context, text.source).arg(number);
            }
        }
        QVERIFY(numbers > 20);
        const QString advice = u"\nPut both forms into resources/translations/hermes_en.ts (target update_translations)."_s;
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n') + advice));
    }

    /// Where lupdate takes a text for another class's than the program does, a translation is never found.
    void everyTextIsThatOfItsClass()
    {
        for (const QString &trouble : {u"Qualifying with unknown"_s, u"lacks Q_OBJECT"_s})
            QVERIFY2(!m_said.contains(trouble), qPrintable(m_said));
        for (const Text &text : std::as_const(m_texts))
            QVERIFY2(text.context.startsWith("hermes::"_L1) || text.context == "QObject"_L1, qPrintable(text.context));
    }

    /// "1 value" beside "%1 values" is a plural by hand.
    void nobodyWritesASingularByHand()
    {
        static const QRegularExpression one(u"(^|[ &(])1 (?!and |min)[a-zA-Z]"_s);
        for (const Text &text : std::as_const(m_texts))
            QVERIFY2(!one.match(text.source).hasMatch(), qPrintable(text.context + u": "_s + text.source));
    }

    void theProgramsSayItRight()
    {
        installTranslation();
        const auto seconds = [](int number) {
            return QCoreApplication::translate("hermes::UndoBar", "in %n seconds", nullptr, number);
        };
        QCOMPARE_EQ(seconds(1), u"in 1 second"_s);
        QCOMPARE_EQ(seconds(10), u"in 10 seconds"_s);
    }

private:
    struct Text
    {
        QString context = {};
        QString source = {};
        QString comment = {};
        bool hasNumber = false;
    };

    void read(const QString &path)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        QString context;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement)
                continue;
            if (xml.name() == "name"_L1)
                context = xml.readElementText();
            else if (xml.name() == "message"_L1)
                m_texts.append({.context = context, .hasNumber = xml.attributes().value("numerus"_L1) == "yes"_L1});
            else if (xml.name() == "source"_L1)
                m_texts.last().source = xml.readElementText();
            else if (xml.name() == "comment"_L1)
                m_texts.last().comment = xml.readElementText();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    }

    QList<Text> m_texts;
    QString m_said;
    QTranslator m_translator;
};

QTEST_GUILESS_MAIN(TranslationTest)
#include "tst_translation.moc"
