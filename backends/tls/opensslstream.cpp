// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/hosts/wait.h"
#include "backends/tls/opensecure.h"

#include <QFile>
#include <QFileInfo>

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <array>

using namespace Qt::StringLiterals;

namespace hermes::tls {

namespace {

constexpr size_t CipherBlock = 32 * 1024;

struct ContextDeleter
{
    void operator()(SSL_CTX *context) const { SSL_CTX_free(context); }
};
struct SslDeleter
{
    void operator()(SSL *ssl) const { SSL_free(ssl); }
};
using Context = std::unique_ptr<SSL_CTX, ContextDeleter>;

/// The oldest error of OpenSSL's queue, which is empty afterwards.
QString opensslProblem()
{
    std::array<char, 256> text {};
    if (const unsigned long error = ERR_get_error(); error != 0)
        ERR_error_string_n(error, text.data(), text.size());
    ERR_clear_error();
    return QString::fromLocal8Bit(text.data()).section(u':', -1);
}

std::unexpected<Fault> unusable(const QString &file)
{
    return fail(FaultKind::NotConfigured, u"%1 cannot be used for TLS: %2"_s.arg(file, opensslProblem()),
                u"It must be a file in PEM form that this user can read."_s);
}

Result<> believe(SSL_CTX *context, const TlsOptions &options)
{
    if (!options.verify) {
        SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nullptr);
        return {};
    }
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
    if (!QFileInfo::exists(options.authorities))
        SSL_CTX_set_default_verify_paths(context);
    else if (SSL_CTX_load_verify_file(context, QFile::encodeName(options.authorities).constData()) != 1)
        return unusable(options.authorities);
    return {};
}

Result<> showCertificate(SSL_CTX *context, const TlsOptions &options)
{
    if (!QFileInfo::exists(options.certificate))
        return {};
    if (SSL_CTX_use_certificate_chain_file(context, QFile::encodeName(options.certificate).constData()) != 1)
        return unusable(options.certificate);
    if (SSL_CTX_use_PrivateKey_file(context, QFile::encodeName(options.key).constData(), SSL_FILETYPE_PEM) != 1
        || SSL_CTX_check_private_key(context) != 1)
        return unusable(options.key);
    return {};
}

bool isAddress(const QByteArray &host)
{
    in6_addr address {};
    return ::inet_pton(AF_INET, host.constData(), &address) == 1 || ::inet_pton(AF_INET6, host.constData(), &address) == 1;
}

/// OpenSSL between two buffers of its own; what is encrypted goes through the inner stream.
class OpenSslStream final : public SecureStream
{
public:
    OpenSslStream(std::unique_ptr<hosts::ByteStream> inner, Context context, const QString &host)
        : m_inner(std::move(inner)), m_context(std::move(context)), m_ssl(SSL_new(m_context.get())), m_host(host)
    {
        BIO *ours = nullptr;
        BIO *theirs = nullptr;
        BIO_new_bio_pair(&ours, CipherBlock, &theirs, CipherBlock);
        SSL_set_bio(m_ssl.get(), theirs, theirs);
        m_cipher = ours;
        SSL_set_connect_state(m_ssl.get());
        const QByteArray name = host.toUtf8();
        if (isAddress(name)) {
            X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(m_ssl.get()), name.constData());
        } else {
            SSL_set1_host(m_ssl.get(), name.constData());
            // SSL_set_tlsext_host_name(), whose macro has a C cast.
            SSL_ctrl(m_ssl.get(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, const_cast<char *>(name.constData()));
        }
    }
    ~OpenSslStream() override { BIO_free(m_cipher); }

    Result<> shakeHands(std::chrono::milliseconds limit, std::stop_token stop) override
    {
        hosts::Wait wait(limit, std::move(stop));
        for (;;) {
            ERR_clear_error();
            const int done = SSL_do_handshake(m_ssl.get());
            const int error = SSL_get_error(m_ssl.get(), done);
            const auto moved = pump();
            if (done == 1)
                return {};
            if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE)
                return fail(FaultKind::Denied, u"TLS with %1: %2"_s.arg(m_host, handshakeProblem()),
                            u"Check the certificates: ca.pem, cert.pem and key.pem."_s);
            if (moved.state == hosts::IoState::Ended || moved.state == hosts::IoState::Failed)
                return fail(FaultKind::Denied, u"TLS with %1: the other side closed the connection"_s.arg(m_host),
                            u"Check that it speaks TLS on this port, and that it knows our certificate."_s);
            if (moved.state == hosts::IoState::Done)
                continue;
            if (const auto ready = wait.forStream(*m_inner, BIO_ctrl_pending(m_cipher) > 0); !ready)
                return std::unexpected(inContext(u"TLS with %1"_s.arg(m_host), ready.error()));
        }
    }

    hosts::IoOutcome read(std::span<std::byte> into) override
    {
        return transfer([&](size_t &moved) { return SSL_read_ex(m_ssl.get(), into.data(), into.size(), &moved); });
    }
    hosts::IoOutcome write(std::span<const std::byte> from) override
    {
        const auto outcome = transfer([&](size_t &moved) { return SSL_write_ex(m_ssl.get(), from.data(), from.size(), &moved); });
        // What does not fit into the inner stream now goes with the next call.
        std::ignore = pump();
        return outcome;
    }
    void closeInput() override
    {
        SSL_shutdown(m_ssl.get());
        std::ignore = pump();
    }
    bool appendPollFds(std::vector<pollfd> &to, bool wantWrite) override
    {
        const bool buffered = m_inner->appendPollFds(to, wantWrite || BIO_ctrl_pending(m_cipher) > 0);
        return buffered || SSL_pending(m_ssl.get()) > 0;
    }
    hosts::Readiness afterPoll(std::span<const pollfd> polled) override { return m_inner->afterPoll(polled); }

private:
    template<typename Call>
    hosts::IoOutcome transfer(Call call)
    {
        for (;;) {
            ERR_clear_error();
            size_t moved = 0;
            const int done = call(moved);
            if (done == 1)
                return {.state = hosts::IoState::Done, .bytes = moved};
            const int error = SSL_get_error(m_ssl.get(), done);
            if (error == SSL_ERROR_ZERO_RETURN)
                return {.state = hosts::IoState::Ended};
            if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE)
                return {.state = hosts::IoState::Failed, .error = EPROTO};
            if (const auto outcome = pump(); outcome.state != hosts::IoState::Done)
                return outcome;
        }
    }

    /// Moves what is encrypted, both ways. Done: something came in, or room was made.
    hosts::IoOutcome pump()
    {
        hosts::IoOutcome result;
        char *bytes = nullptr;
        for (int count = 0; (count = BIO_nread0(m_cipher, &bytes)) > 0;) {
            const auto written = m_inner->write(std::as_bytes(std::span(bytes, size_t(count))));
            if (written.state != hosts::IoState::Done) {
                if (written.state != hosts::IoState::WouldBlock)
                    return written;
                break;
            }
            BIO_nread(m_cipher, &bytes, int(written.bytes));
            result.state = hosts::IoState::Done;
        }
        if (const int room = BIO_nwrite0(m_cipher, &bytes); room > 0) {
            const auto got = m_inner->read(std::as_writable_bytes(std::span(bytes, size_t(room))));
            if (got.state == hosts::IoState::Done)
                BIO_nwrite(m_cipher, &bytes, int(got.bytes));
            if (got.state != hosts::IoState::WouldBlock)
                return got;
        }
        return result;
    }

    QString handshakeProblem()
    {
        const long verified = SSL_get_verify_result(m_ssl.get());
        const QString problem = opensslProblem();
        return verified == X509_V_OK ? problem : QString::fromLatin1(X509_verify_cert_error_string(verified));
    }

    std::unique_ptr<hosts::ByteStream> m_inner;
    Context m_context;
    std::unique_ptr<SSL, SslDeleter> m_ssl;
    BIO *m_cipher = nullptr; ///< Our end: what OpenSSL has encrypted, and what it is to decrypt.
    QString m_host;
};

} // namespace
} // namespace hermes::tls

extern "C" Q_DECL_EXPORT hermes::Result<std::unique_ptr<hermes::tls::SecureStream>> hermesOpenSecureStream(
    std::unique_ptr<hermes::hosts::ByteStream> stream, const hermes::tls::TlsOptions &options)
{
    using namespace hermes::tls;
    Context context(SSL_CTX_new(TLS_client_method()));
    if (!context)
        return hermes::fail(hermes::FaultKind::Internal, opensslProblem());
    SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
    SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    return believe(context.get(), options).and_then([&] { return showCertificate(context.get(), options); }).transform([&] {
        return std::unique_ptr<SecureStream>(std::make_unique<OpenSslStream>(std::move(stream), std::move(context), options.host));
    });
}
