// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/dockersettings.h"

#include "backends/docker/images/imagelist.h"

#include <QDir>
#include <QRegularExpression>

#include <cmath>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr double NanosPerCpu = 1e9;
constexpr auto TemporaryFolder = "/tmp"_L1;

std::unexpected<Fault> bad(const QString &why)
{
    return fail(FaultKind::Usage, why);
}

/// The entries of a list, without blanks around them.
QStringList entriesOf(const QString &text)
{
    static const QRegularExpression parts(u"[;\\n]"_s);
    QStringList entries = text.split(parts, Qt::SkipEmptyParts);
    for (QString &entry : entries)
        entry = entry.trimmed();
    entries.removeAll(QString());
    return entries;
}

template<typename T>
Result<QList<T>> parseEach(const QString &text, Result<T> (*parse)(const QString &))
{
    QList<T> list;
    for (const QString &entry : entriesOf(text)) {
        auto one = parse(entry);
        if (!one)
            return std::unexpected(one.error());
        list.append(std::move(*one));
    }
    return list;
}

/// Of a mount or a folder in memory, as it is written: an absolute path where the container can have something of its own.
Result<QString> checkTarget(const QString &entry, const QString &written)
{
    if (!written.startsWith(u'/'))
        return bad(u"\"%1\": a path in the container begins with /"_s.arg(entry));
    if (written.split(u'/').contains(".."_L1))
        return bad(u"\"%1\": write the target without .."_s.arg(entry));
    QString target = QDir::cleanPath(written);
    if (target == "/"_L1)
        return bad(u"\"%1\": the whole container cannot be the target"_s.arg(entry));
    const auto lies = [](const QString &path, const QString &folder) { return path == folder || path.startsWith(folder + u'/'); };
    const QString tools = QLatin1StringView(ToolFolder);
    if (lies(target, tools) || lies(tools, target))
        return bad(u"\"%1\": in %2 lies what runs the snippets; choose another target"_s.arg(entry, tools));
    for (const QString &system : {u"/usr"_s, u"/etc"_s, u"/bin"_s, u"/sbin"_s, u"/lib"_s, u"/lib64"_s}) {
        if (target == system)
            return bad(u"\"%1\": %2 has what the image runs by; choose another target, or a folder in it"_s.arg(entry, system));
    }
    for (const QString &kernels : {u"/proc"_s, u"/sys"_s, u"/dev"_s}) {
        // The one place there that is an ordinary folder.
        if (lies(target, kernels) && !lies(target, u"/dev/shm"_s))
            return bad(u"\"%1\": what is in %2 is the kernel's own; choose another target"_s.arg(entry, kernels));
    }
    return target;
}

Result<Mount> mountFromText(const QString &entry)
{
    Mount mount;
    QString rest = entry;
    if (rest.endsWith(":rw"_L1) || rest.endsWith(":ro"_L1)) {
        mount.writable = rest.endsWith(":rw"_L1);
        rest.chop(3);
    }
    const qsizetype colon = rest.lastIndexOf(":/"_L1);
    if (colon <= 0)
        return bad(u"\"%1\" is no mount; write SOURCE:/TARGET or SOURCE:/TARGET:rw"_s.arg(entry));
    if (rest.sliced(colon + 1).contains(u':'))
        return bad(u"\"%1\": what stands behind the target must be :ro or :rw, and a target has no colon"_s.arg(entry));
    mount.source = rest.first(colon);
    const auto target = checkTarget(entry, rest.sliced(colon + 1));
    if (!target)
        return std::unexpected(target.error());
    mount.target = *target;
    if (mount.source == "~"_L1 || mount.source.startsWith("~/"_L1))
        mount.source = QDir::homePath() + mount.source.sliced(1);
    static const QRegularExpression volumeName(u"^[a-zA-Z0-9][a-zA-Z0-9_.-]+$"_s);
    if (mount.source.startsWith(u'/'))
        mount.source = QDir::cleanPath(mount.source);
    else if (!volumeName.match(mount.source).hasMatch())
        return bad(u"\"%1\": the source must be a path from / or ~/, or the name of a volume"_s.arg(entry));
    if (mount.target == TemporaryFolder && !mount.writable)
        return bad(u"\"%1\": snippets run in /tmp, so it must be writable; write :rw, or choose another target"_s.arg(entry));
    return mount;
}

Result<Tmpfs> oneTmpfs(const QString &entry)
{
    const qsizetype sign = entry.lastIndexOf(u'=');
    const auto target = checkTarget(entry, sign < 0 ? entry : entry.first(sign).trimmed());
    if (!target)
        return std::unexpected(target.error());
    Tmpfs tmpfs {.target = *target};
    if (sign >= 0) {
        tmpfs.bytes = sizeFromText(entry.sliced(sign + 1).trimmed());
        if (!tmpfs.bytes || *tmpfs.bytes <= 0 || *tmpfs.bytes > LargestSize)
            return bad(u"\"%1\": the size is not understood; write for example %2=512m"_s.arg(entry, tmpfs.target));
    }
    return tmpfs;
}

Result<EnvironmentVariable> variableFromText(const QString &entry)
{
    const qsizetype sign = entry.indexOf(u'=');
    const QString name = entry.first(std::max<qsizetype>(sign, 0));
    static const QRegularExpression identifier(u"^[A-Za-z_][A-Za-z0-9_]*$"_s);
    if (!identifier.match(name).hasMatch())
        return bad(u"\"%1\" is no variable; write NAME=value"_s.arg(sign < 0 ? entry : name));
    if (speaksOfSecret(name))
        return fail(FaultKind::Usage, u"The variable %1 looks like a secret, which does not belong into a profile"_s.arg(name),
                    u"Store it with hermesctl secrets set, and give it to a run with --secret."_s);
    return EnvironmentVariable {.name = name, .value = entry.sliced(sign + 1).toUtf8()};
}

/// The daemon takes no name for its bridge; here that is no network, like everything that is not set.
Result<QString> networkFromText(const QString &text)
{
    static const QRegularExpression usable(u"^[A-Za-z0-9][A-Za-z0-9_.-]*\\z"_s);
    if (text.isEmpty())
        return u"none"_s;
    if (!usable.match(text).hasMatch())
        return fail(FaultKind::Usage,
                    u"\"%1\" is no network%2"_s.arg(
                        text, text.startsWith("container:"_L1) ? u"; that of another container cannot be shared"_s : QString()),
                    u"Choose none, bridge, host or the name of a network of the daemon."_s);
    return text;
}

Result<QStringList> capabilitiesFromText(const QString &text)
{
    QStringList names;
    static const QRegularExpression separators(u"[,;\\s]+"_s);
    static const QRegularExpression capability(u"^[A-Z][A-Z_]*$"_s);
    for (QString name : text.split(separators, Qt::SkipEmptyParts)) {
        name = name.toUpper();
        if (name.startsWith("CAP_"_L1))
            name = name.sliced(4);
        if (!capability.match(name).hasMatch())
            return bad(u"\"%1\" is no capability; write for example CHOWN, SETUID"_s.arg(name));
        names.append(name);
    }
    return names;
}

/// A size that may be written as 0 for none.
std::optional<qint64> positive(std::optional<qint64> value)
{
    return value && *value > 0 ? value : std::nullopt;
}

/// Of an address and a context the one that ranks higher counts, as with docker's own client.
Result<EndpointWish> endpointWish(const Settings &settings)
{
    const SettingValue host = settings.value(u"host"_s);
    const SettingValue context = settings.value(u"context"_s);
    EndpointWish wish {.address = host.text,
                       .addressOrigin = host.origin,
                       .context = context.text,
                       .contextOrigin = context.origin,
                       .tlsVerify = settings.flag(u"tls-verify"_s),
                       .certificates = settings.text(u"cert-path"_s)};
    if (wish.address.isEmpty() || wish.context.isEmpty())
        return wish;
    if (host.source == context.source)
        return fail(FaultKind::Usage, u"%1 and %2 both say where the daemon is"_s.arg(host.origin, context.origin),
                    u"Leave one of them out."_s);
    (host.source > context.source ? wish.context : wish.address).clear();
    return wish;
}

/// Reads the texts with a grammar of their own, and names the setting when one does not do.
class Reader
{
public:
    explicit Reader(const Settings &settings) : m_settings(settings) { }

    template<typename T>
    void take(const QString &key, T &into, Result<T> (*parse)(const QString &))
    {
        auto parsed = parse(m_settings.text(key));
        if (parsed)
            into = std::move(*parsed);
        else if (!m_fault)
            m_fault = inContext(originOf(key), parsed.error());
    }
    [[nodiscard]] const std::optional<Fault> &fault() const { return m_fault; }

private:
    [[nodiscard]] QString originOf(const QString &key) const
    {
        const QString origin = m_settings.value(key).origin;
        return origin.isEmpty() ? settingFlag(u"docker"_s, key) : origin;
    }

    const Settings &m_settings;
    std::optional<Fault> m_fault;
};
} // namespace

Result<QList<Mount>> mountsFromText(const QString &text)
{
    return parseEach<Mount>(text, mountFromText);
}

Result<QList<Tmpfs>> tmpfsFromText(const QString &text)
{
    return parseEach<Tmpfs>(text, oneTmpfs);
}

Result<QList<EnvironmentVariable>> variablesFromText(const QString &text)
{
    return parseEach<EnvironmentVariable>(text, variableFromText);
}

Result<GpuWish> gpusFromText(const QString &text)
{
    const QString wish = text.trimmed();
    if (wish.isEmpty() || wish == "0"_L1 || wish == "none"_L1)
        return GpuWish {};
    if (wish == "all"_L1)
        return GpuWish {.count = -1};
    bool isNumber = false;
    const int count = wish.toInt(&isNumber);
    if (isNumber && count > 0 && !wish.contains(u','))
        return GpuWish {.count = count};
    static const QRegularExpression identifier(u"^[A-Za-z0-9._-]+$"_s);
    GpuWish listed;
    for (const QString &id : wish.split(u',')) {
        if (!identifier.match(id.trimmed()).hasMatch())
            return bad(u"\"%1\" names no GPUs; write all, a number, or their ids parted by commas"_s.arg(text));
        listed.ids.append(id.trimmed());
    }
    return listed;
}

Result<DockerSettings> dockerSettings(const Settings &settings)
{
    DockerSettings docker;
    auto endpoint = endpointWish(settings);
    if (!endpoint)
        return std::unexpected(endpoint.error());
    docker.endpoint = std::move(*endpoint);
    docker.image = settings.text(u"image"_s);
    if (!docker.image.isEmpty()) {
        if (const auto named = checkImageName(docker.image); !named)
            return std::unexpected(inContext(settings.value(u"image"_s).origin, named.error()));
    }
    const QString pull = settings.text(u"pull"_s);
    docker.pull = pull == "never"_L1 ? PullPolicy::Never : pull == "always"_L1 ? PullPolicy::Always : PullPolicy::Missing;
    docker.blocksCritical = settings.flag(u"block-critical"_s);
    if (const auto cpus = settings.number(u"cpus"_s))
        docker.nanoCpus = qint64(std::llround(*cpus * NanosPerCpu));
    docker.memory = settings.integer(u"memory"_s);
    docker.pids = settings.integer(u"pids"_s);
    docker.runsWithoutMissingLimits = settings.flag(u"without-missing-limits"_s);
    docker.readOnlyRoot = settings.flag(u"read-only"_s);
    docker.user = settings.text(u"user"_s);
    const QString init = settings.text(u"init"_s);
    docker.init = init == "none"_L1 ? InitProcess::None : init == "image"_L1 ? InitProcess::Image : InitProcess::Docker;
    docker.sharedMemory = positive(settings.integer(u"shm-size"_s));
    docker.timeout = settings.duration(u"timeout"_s);
    docker.killDelay = settings.duration(u"kill-delay"_s);
    docker.concurrency = int(settings.integer(u"concurrency"_s).value_or(docker.concurrency));
    docker.warm = int(settings.integer(u"warm"_s).value_or(0));
    docker.warmMemory = positive(settings.integer(u"warm-memory"_s));
    Reader reader(settings);
    reader.take(u"network"_s, docker.network, networkFromText);
    reader.take(u"tmpfs"_s, docker.tmpfs, tmpfsFromText);
    reader.take(u"mounts"_s, docker.mounts, mountsFromText);
    reader.take(u"env"_s, docker.environment, variablesFromText);
    reader.take(u"gpus"_s, docker.gpus, gpusFromText);
    reader.take(u"cap-add"_s, docker.capabilities, capabilitiesFromText);
    if (const std::optional<Fault> fault = reader.fault())
        return std::unexpected(*fault);
    if (std::ranges::none_of(docker.mounts, [](const Mount &mount) { return mount.target == TemporaryFolder; }))
        docker.tmpfs.prepend({.target = TemporaryFolder, .bytes = positive(settings.integer(u"tmp-size"_s))});
    return docker;
}

} // namespace hermes::docker
