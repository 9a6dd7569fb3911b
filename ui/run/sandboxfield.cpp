// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sandboxfield.h"

#include "backends/engine/machineid.h"
#include "models/displaytext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/wrappinglabel.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QEvent>
#include <QFuture>
#include <QLineEdit>
#include <QSignalBlocker>

using namespace Qt::StringLiterals;

namespace hermes {

SandboxField::SandboxField(Engine *engine, QWidget *parent)
    : QWidget(parent), m_engine(engine), m_box(new ChoiceBox(this)), m_problem(new WrappingLabel(this))
{
    m_box->setObjectName(u"Sandbox"_s);
    m_box->setAccessibleName(tr("Sandbox"));
    m_box->setEditable(true);
    m_box->setInsertPolicy(QComboBox::NoInsert);
    m_box->lineEdit()->setFrame(false);
    m_box->lineEdit()->setPlaceholderText(tr("the default one of this machine"));
    m_box->lineEdit()->setAccessibleName(tr("Sandbox id"));
    m_box->setToolTip(tr("The sandbox that \"Run in Sandbox\" calls: an open one, or a new one by its name"));
    m_box->installEventFilter(this);
    m_box->addItem(QString());
    setFocusProxy(m_box);
    m_problem->setObjectName(u"SandboxProblem"_s);
    m_problem->setTone(WrappingLabel::Tone::Bad);
    m_problem->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.2));
    layout->addWidget(m_box);
    layout->addWidget(m_problem);
    connect(m_box, &QComboBox::editTextChanged, this, &SandboxField::check);
    connect(m_box, &QComboBox::activated, this, &SandboxField::chosen);
    connect(m_box->lineEdit(), &QLineEdit::editingFinished, this, &SandboxField::chosen);
}

QString SandboxField::id() const
{
    return m_box->currentText().trimmed();
}

void SandboxField::setId(const QString &id)
{
    m_box->setEditText(id);
    Q_EMIT chosen();
}

QString SandboxField::problem() const
{
    if (id().isEmpty())
        return {};
    const Result<> checked = checkExecutorId(id());
    return checked ? QString() : messageText(checked.error());
}

void SandboxField::setBackend(const BackendName &backend)
{
    m_backend = backend;
    ++m_request; // what was asked for another backend is not for this one
    const QSignalBlocker quiet(m_box);
    const QString typed = m_box->currentText();
    m_box->clear();
    m_box->addItem(QString());
    m_box->setEditText(typed);
}

bool SandboxField::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_box && event->type() == QEvent::FocusIn)
        offerOpenOnes();
    return QWidget::eventFilter(watched, event);
}

void SandboxField::offerOpenOnes()
{
    const int request = ++m_request;
    m_engine->sessions().then(this, [this, request](const Result<QList<SessionInfo>> &sessions) {
        if (request != m_request || !sessions || m_box->view()->isVisible())
            return;
        const QSignalBlocker quiet(m_box);
        const QString typed = m_box->currentText();
        m_box->clear();
        m_box->addItem(QString());
        for (const SessionInfo &session : *sessions) {
            const bool isOpen = session.state == SessionState::Open || session.state == SessionState::Running;
            if (session.kind == SessionKind::Sandbox && isOpen && BackendName(session.backend, session.profile) == m_backend)
                m_box->addItem(session.id);
        }
        m_box->setEditText(typed);
    });
}

void SandboxField::check()
{
    m_problem->showText(problem());
    m_problem->setVisible(!problem().isEmpty());
    Q_EMIT edited();
}

} // namespace hermes
