// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "secretfield.h"

#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace hermes {

SecretField::SecretField(const QString &objectName, const QString &accessibleName, QWidget *parent)
    : QWidget(parent), m_line(new QLineEdit(this)), m_show(new QToolButton(this))
{
    m_line->setObjectName(objectName);
    m_line->setAccessibleName(accessibleName);
    m_line->setEchoMode(QLineEdit::Password);
    m_line->setInputMethodHints(Qt::ImhHiddenText | Qt::ImhSensitiveData | Qt::ImhNoPredictiveText);
    m_line->setAcceptDrops(false);
    m_line->installEventFilter(this);
    m_show->setObjectName(objectName + u"Show"_s);
    m_show->setText(tr("Show"));
    m_show->setAccessibleName(tr("Show what is typed"));
    m_show->setToolTip(tr("Show what is typed"));
    m_show->setCheckable(true);
    connect(m_show, &QToolButton::toggled, this,
            [this](bool shown) { m_line->setEchoMode(shown ? QLineEdit::Normal : QLineEdit::Password); });
    connect(m_line, &QLineEdit::textEdited, this, [this] {
        Q_EMIT pasted({});
        Q_EMIT edited();
    });
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addWidget(m_line, 1);
    layout->addWidget(m_show);
    setFocusProxy(m_line);
}

bool SecretField::isEmpty() const
{
    return m_line->text().isEmpty();
}

Secret SecretField::secret() const
{
    QByteArray bytes = m_line->text().toUtf8();
    Secret secret(bytes);
    ::explicit_bzero(bytes.data(), size_t(bytes.size()));
    return secret;
}

void SecretField::clear()
{
    m_line->setText(QString(m_line->text().size(), u'*'));
    m_line->clear();
}

void SecretField::paste(const QString &text)
{
    const QString trimmed = text.trimmed();
    if (trimmed.contains(u'\n') || trimmed.contains(u'\r')) {
        Q_EMIT pasted(tr("Not pasted: it has several lines. hermesctl secrets set takes such a text."));
        return;
    }
    m_line->insert(trimmed);
    Q_EMIT edited();
    Q_EMIT pasted(trimmed.size() == text.size() ? QString() : tr("Blanks and line ends around what was pasted were left out."));
}

void SecretField::pasteFrom(bool selection)
{
    paste(QGuiApplication::clipboard()->text(selection ? QClipboard::Selection : QClipboard::Clipboard));
}

bool SecretField::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
        if (!static_cast<QKeyEvent *>(event)->matches(QKeySequence::Paste))
            break;
        pasteFrom(false);
        return true;
    case QEvent::MouseButtonRelease:
        if (static_cast<QMouseEvent *>(event)->button() != Qt::MiddleButton)
            break;
        pasteFrom(true);
        return true;
    case QEvent::ContextMenu: {
        auto *menu = new QMenu(m_line);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(tr("&Paste"), this, [this] { pasteFrom(false); });
        menu->addAction(tr("&Clear"), this, [this] {
            clear();
            Q_EMIT edited();
        });
        menu->popup(static_cast<QContextMenuEvent *>(event)->globalPos());
        return true;
    }
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace hermes
