// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "connectionpane.h"

#include "models/displaytext.h"
#include "models/profiles/backendlistmodel.h"
#include "ui/backends/checkstepdelegate.h"
#include "ui/backends/teststate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/tablesetup.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace hermes {

ConnectionPane::ConnectionPane(ConnectionTests *tests, QWidget *parent)
    : QWidget(parent), m_tests(tests), m_steps(new CheckStepsModel(this))
{
    createWidgets();
    createLayout();
    connect(m_start, &QPushButton::clicked, this, &ConnectionPane::start);
    connect(m_cancel, &QPushButton::clicked, this, [this] { m_tests->cancel(m_name); });
    connect(m_copy, &QPushButton::clicked, this, &ConnectionPane::copyCommand);
    connect(tests, &ConnectionTests::changed, this, [this](const BackendName &name) {
        if (name == m_name)
            showTest();
    });
    showTest();
}

void ConnectionPane::createWidgets()
{
    m_start = new QPushButton(tr("&Test Connection"), this);
    m_start->setObjectName(u"TestConnection"_s);
    m_start->setAccessibleName(tr("Test connection"));
    m_cancel = new QPushButton(tr("Cancel the Test"), this);
    m_cancel->setObjectName(u"CancelTest"_s);
    m_cancel->setAccessibleName(tr("Cancel the test"));
    m_icon = new QLabel(this);
    m_state = new WrappingLabel(this);
    m_state->setObjectName(u"TestState"_s);
    m_table = new QTableView(this);
    m_table->setModel(m_steps);
    setUpTable(m_table, tr("Steps of the test"));
    m_table->setItemDelegateForColumn(CheckStepsModel::StepColumn, new CheckStepDelegate(m_table));
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setMinimumHeight(spacing(this, 4));
    auto *empty = new EmptyState(tr("Not tested yet"),
                                 tr("The test connects, asks what is there and runs a trivial snippet. It leaves nothing behind."),
                                 m_table->viewport());
    empty->follow(m_steps);
    m_advice = new WrappingLabel(this);
    m_advice->setObjectName(u"TestAdvice"_s);
    m_advice->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_advice->setAccessibleName(tr("What to do"));
    m_command = new QLineEdit(this);
    m_command->setObjectName(u"TestCommand"_s);
    m_command->setAccessibleName(tr("Command of the test"));
    m_command->setReadOnly(true);
    m_commandLabel = new QLabel(tr("As a co&mmand"), this);
    m_commandLabel->setBuddy(m_command);
    m_copy = new QPushButton(tr("Copy Command"), this);
    m_copy->setToolTip(tr("Put the command into the clipboard; it tests the same settings in a terminal"));
    m_copy->setObjectName(u"CopyTestCommand"_s);
    m_copy->setAccessibleName(tr("Copy command"));
    setFocusProxy(m_start);
}

void ConnectionPane::createLayout()
{
    const int gap = spacing(this, 0.5);
    auto *top = new QHBoxLayout;
    top->setSpacing(gap);
    top->addWidget(m_start);
    top->addWidget(m_cancel);
    top->addWidget(m_icon);
    top->addWidget(m_state, 1);
    auto *bottom = new QHBoxLayout;
    bottom->setSpacing(gap);
    bottom->addWidget(m_commandLabel);
    bottom->addWidget(m_command, 1);
    bottom->addWidget(m_copy);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, spacing(this, 0.4), 0, 0);
    layout->setSpacing(gap);
    layout->addLayout(top);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_advice);
    layout->addLayout(bottom);
}

void ConnectionPane::show(const BackendName &name, const Result<Settings> &settings, const Result<QString> &command)
{
    const bool isOther = name != m_name;
    m_name = name;
    m_settings = settings;
    const QString text = command.value_or(QString());
    if (m_command->text() != text) {
        m_command->setText(text);
        m_command->setCursorPosition(0);
        m_copy->setText(tr("Copy Command"));
    }
    m_command->setPlaceholderText(command ? QString() : tr("none while the settings cannot be used"));
    m_copy->setEnabled(command.has_value());
    if (isOther)
        m_table->clearSelection();
    showTest();
}

void ConnectionPane::setUnsaved(bool unsaved)
{
    m_unsaved = unsaved;
    showTest();
}

void ConnectionPane::start()
{
    if (m_settings)
        m_tests->start(m_name, *m_settings);
    else
        Q_EMIT refused(m_settings.error());
}

void ConnectionPane::showTest()
{
    const ConnectionTest test = m_tests->test(m_name);
    m_steps->show(test);
    for (const int column : {CheckStepsModel::StepColumn, CheckStepsModel::TimeColumn}) {
        // Exactly as wide as its text a cell has a pixel too little for it.
        m_table->resizeColumnToContents(column);
        m_table->setColumnWidth(column, m_table->columnWidth(column) + m_table->fontMetrics().averageCharWidth());
    }
    // The one that has the focus hands it to the other, which has to be enabled for that.
    const bool isRunning = test.state == ConnectionTest::State::Running;
    if (isRunning)
        m_cancel->setEnabled(true);
    m_start->setEnabled(!test.isActive());
    m_cancel->setEnabled(isRunning);

    const bool untested = test.state == ConnectionTest::State::Untested;
    QString state = untested ? QString() : connectionText(test, m_settings);
    const bool isOfThese = m_settings && test.isOf(*m_settings);
    if (m_unsaved && !test.isActive())
        state = untested ? tr("The test uses the edits that are not saved.")
            : isOfThese  ? tr("%1, with the edits that are not saved").arg(state)
                         : tr("%1. The next test uses the edits that are not saved.").arg(state);
    if (!state.isEmpty())
        state[0] = state.at(0).toUpper();
    m_state->showText(state);
    const int side = spacing(this, 1);
    m_icon->setPixmap(
        glyphIcon(testGlyph(test.state), testColor(test.state, palette())).pixmap(QSize(side, side), devicePixelRatio()));
    m_icon->setVisible(!untested);

    const CheckStep *failed = test.failed();
    const bool hasAdvice = failed && failed->outcome.error().kind != FaultKind::Cancelled;
    m_advice->setVisible(hasAdvice);
    if (hasAdvice) {
        const Fault &fault = failed->outcome.error();
        m_advice->showText(tr("Failed at “%1”: %2").arg(lineText(failed->name), messageText(fault)));
    }
}

void ConnectionPane::copyCommand()
{
    QGuiApplication::clipboard()->setText(m_command->text());
    m_copy->setText(tr("Copied"));
}

} // namespace hermes
