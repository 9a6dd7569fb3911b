// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "windowfixture.h"

#include "app/composition.h"
#include "ui/run/opensnippet.h"
#include "ui/run/parameterpane.h"
#include "ui/run/snippetpane.h"
#include "ui/widgets/banner.h"

#include <QAccessible>
#include <QFile>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace hermes {

void WindowFixture::open()
{
    // The platform that needs no display says so about every window.
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    m_state = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", QFile::encodeName(m_state->path()));
    auto engine = openEngine(u"hermes-panel"_s, true, m_secretSource);
    QVERIFY2(engine.has_value(), engine ? "" : qPrintable(toText(engine.error())));
    m_engine = std::move(*engine);
    m_answers = {};
    m_window = std::make_unique<MainWindow>(m_engine.get(), &m_tokens, &m_answers);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void WindowFixture::close()
{
    m_window.reset();
    m_engine.reset();
    m_state.reset();
}

QPushButton *WindowFixture::button(const QString &name) const
{
    for (QPushButton *each : m_window->findChildren<QPushButton *>()) {
        if (each->accessibleName() == name)
            return each;
    }
    return nullptr;
}

void WindowFixture::press(const QString &name) const
{
    QTest::mouseClick(button(name), Qt::LeftButton);
}

void WindowFixture::verifyControl(const QString &name) const
{
    int found = 0;
    for (QWidget *widget : m_window->findChildren<QWidget *>()) {
        if (widget->accessibleName() != name)
            continue;
        ++found;
        QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(widget);
        QVERIFY(accessible);
        QCOMPARE_EQ(accessible->text(QAccessible::Name), name);
        QVERIFY(!widget->objectName().isEmpty());
        if (!qobject_cast<QProgressBar *>(widget))
            QVERIFY(widget->focusPolicy() != Qt::NoFocus);
    }
    QCOMPARE_EQ(found, 1);
}

bool WindowFixture::openFile(const QString &path) const
{
    page()->openFile(path);
    return QTest::qWaitFor([&] { return page()->snippetPane()->document().path() == path; }, Patience);
}

bool WindowFixture::save() const
{
    page()->openSnippet()->save();
    return QTest::qWaitFor([&] { return !page()->openSnippet()->isSaving(); }, Patience);
}

void WindowFixture::load(Language language, const QByteArray &code, const QString &name, const QString &values) const
{
    page()->snippetPane()->setDocument(SnippetDocument::fromBytes(code));
    page()->snippetPane()->setLanguage(language);
    page()->parameterPane()->model()->setRows({{.name = name, .values = values}});
}

void WindowFixture::launchSleeps() const
{
    load(Language::Shell, "sleep 30", u"n"_s, u"1:8"_s);
    press(u"Run sweep"_s);
    QVERIFY(QTest::qWaitFor([&] { return page()->launch()->progress().running > 0; }, Patience));
}

bool WindowFixture::waitForFinish() const
{
    return QTest::qWaitFor([this] { return page()->launch()->phase() == CurrentLaunch::Phase::Finished; }, Patience);
}

bool WindowFixture::waitForCall() const
{
    return QTest::qWaitFor([this] { return page()->sandboxCall()->phase() == CurrentLaunch::Phase::Finished; }, Patience);
}

QString WindowFixture::textOf(const QString &name) const
{
    QAccessibleTextInterface *text = QAccessible::queryAccessibleInterface(child<QWidget>(name))->textInterface();
    return text->text(0, text->characterCount());
}

QStringList WindowFixture::column(const QString &title) const
{
    const QAbstractItemModel *model = child<QTableView>(u"Results"_s)->model();
    for (int column = 0; column < model->columnCount(); ++column) {
        if (model->headerData(column, Qt::Horizontal).toString() != title)
            continue;
        QStringList texts;
        for (int row = 0; row < model->rowCount(); ++row)
            texts += model->index(row, column).data().toString();
        return texts;
    }
    return {};
}

QString WindowFixture::messageText() const
{
    const auto *banner = child<Banner>(u"Message"_s);
    return banner->isVisible() ? banner->text() : QString();
}

QByteArray WindowFixture::read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString WindowFixture::write(const QString &name, const QByteArray &bytes) const
{
    QFile file(m_state->filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
}

} // namespace hermes
