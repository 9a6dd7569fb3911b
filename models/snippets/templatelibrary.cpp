// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "templatelibrary.h"

#include "backends/core/privatefile.h"

#include <QCollator>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

// Outside of namespaces, as the macro wants it: a static library's resources are not found by themselves.
static void initialiseTemplates()
{
    Q_INIT_RESOURCE(templates);
}

namespace hermes {

namespace {

class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::TemplateLibrary)
};

constexpr qint64 LargestTemplate = 1024LL * 1024;
constexpr qsizetype LongestName = 80;

/// Takes one line of the head; false for what is none.
bool takeHeadLine(StarterTemplate &to, const QString &line)
{
    static const QRegularExpression pattern(u"^# ?(Title|About|Parameter ([A-Za-z_]\\w*)|Exit codes|SPDX-[A-Za-z-]+): *(.*)$"_s);
    const QRegularExpressionMatch match = pattern.match(line);
    if (!match.hasMatch())
        return false;
    const QString key = match.captured(1);
    const QString value = match.captured(3).trimmed();
    if (key == "Title"_L1) {
        to.title = value;
    } else if (key == "About"_L1) {
        to.about += (to.about.isEmpty() ? QString() : u" "_s) + value;
    } else if (key == "Exit codes"_L1) {
        to.exitCodes.clear();
        for (const QString &code : value.split(u' ', Qt::SkipEmptyParts))
            to.exitCodes += code.toInt();
    } else if (key.startsWith("Parameter"_L1)) {
        to.parameters.append({.name = match.captured(2), .values = value});
    }
    return true;
}

QString fileNameOf(const StarterTemplate &what)
{
    static const QRegularExpression strange(u"[^\\w-]+"_s, QRegularExpression::UseUnicodePropertiesOption);
    QString name = what.title.toLower().replace(strange, u"-"_s).left(LongestName);
    while (name.endsWith(u'-'))
        name.chop(1);
    return (name.isEmpty() ? u"template"_s : name) + (what.language == Language::Python ? u".py"_s : u".sh"_s);
}

QString oneLine(const QString &text)
{
    return text.simplified();
}

} // namespace

StarterTemplate StarterTemplate::fromText(const QString &text, const QString &fileName)
{
    StarterTemplate made;
    made.language = languageFromFileName(fileName).value_or(Language::Python);
    qsizetype at = 0;
    bool hasHead = false;
    while (at < text.size()) {
        const qsizetype end = text.indexOf(u'\n', at);
        const QString line = text.mid(at, end < 0 ? -1 : end - at);
        if (!takeHeadLine(made, line) && !(hasHead && line == "#"_L1)) {
            if (hasHead && line.isEmpty())
                at = end < 0 ? text.size() : end + 1;
            break;
        }
        hasHead = true;
        at = end < 0 ? text.size() : end + 1;
    }
    made.code = text.mid(at);
    if (made.title.isEmpty())
        made.title = QFileInfo(fileName).completeBaseName();
    return made;
}

QString StarterTemplate::toText() const
{
    QString text = u"# Title: "_s + oneLine(title) + u'\n';
    if (!about.trimmed().isEmpty())
        text += u"# About: "_s + oneLine(about) + u'\n';
    for (const Parameter &parameter : parameters)
        text += u"# Parameter "_s + parameter.name + u": "_s + oneLine(parameter.values) + u'\n';
    return text + u'\n' + code;
}

QList<StarterTemplate> builtInTemplates()
{
    initialiseTemplates();
    QList<StarterTemplate> templates = readTemplates(u":/templates"_s);
    for (StarterTemplate &each : templates)
        each.path.clear();
    return templates;
}

QString ownTemplateFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/hermes-panel/templates"_s;
}

QList<StarterTemplate> readTemplates(const QString &folder)
{
    QList<StarterTemplate> templates;
    for (const QFileInfo &entry : QDir(folder).entryInfoList({u"*.py"_s, u"*.sh"_s}, QDir::Files | QDir::Readable)) {
        QFile file(entry.filePath());
        if (entry.size() > LargestTemplate || !file.open(QIODevice::ReadOnly))
            continue;
        templates += StarterTemplate::fromText(QString::fromUtf8(file.readAll()), entry.fileName());
        templates.last().path = entry.absoluteFilePath();
    }
    const QCollator order;
    std::ranges::stable_sort(templates, [&](const StarterTemplate &one, const StarterTemplate &other) {
        return order.compare(one.title, other.title) < 0;
    });
    return templates;
}

Result<> saveTemplate(const QString &folder, const StarterTemplate &what)
{
    if (oneLine(what.title).isEmpty())
        return fail(FaultKind::Usage, Text::tr("The template has no name"));
    const QString path = folder + u'/' + fileNameOf(what);
    if (QFileInfo::exists(path))
        return fail(FaultKind::Conflict, Text::tr("There is a template with the file name %1").arg(QFileInfo(path).fileName()),
                    Text::tr("Choose another name."));
    return writePrivateFile(path, what.toText().toUtf8());
}

Result<> removeTemplate(const StarterTemplate &what)
{
    QFile file(what.path);
    if (file.remove() || !file.exists())
        return {};
    return fail(FaultKind::Storage, Text::tr("%1 could not be deleted: %2").arg(what.path, file.errorString()));
}

} // namespace hermes
