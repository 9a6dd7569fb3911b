# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""tlsproxy.py FOLDER SOCKET: a TLS server on 127.0.0.1 that passes everything on to a Unix socket.

Makes in FOLDER the certificates of an authority, of the server, of a `client` that both trust and of a `stranger` whom
nobody knows, as docker keeps them (ca.pem, cert.pem, key.pem). Prints its port once it listens.
"""
import pathlib, socket, ssl, subprocess, sys, threading

folder, target = pathlib.Path(sys.argv[1]), sys.argv[2]


def openssl(*words):
    subprocess.run(["openssl", *words], check=True, capture_output=True)


def make(name, authority):
    place = folder / name
    place.mkdir()
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={name}",
            "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", place / "key.pem", "-out", place / "cert.pem",
            *(("-CA", folder / authority / "cert.pem", "-CAkey", folder / authority / "key.pem") if authority else ()))
    (place / "ca.pem").write_bytes((folder / (authority or name) / "cert.pem").read_bytes())


make("authority", None)
make("server", "authority")
make("client", "authority")
make("stranger", None)
(folder / "nobody").mkdir()

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(folder / "server/cert.pem", folder / "server/key.pem")
context.load_verify_locations(folder / "authority/cert.pem")
context.verify_mode = ssl.CERT_REQUIRED


def copy(source, sink):
    try:
        while piece := source.recv(65536):
            sink.sendall(piece)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def serve(raw):
    try:
        outer = context.wrap_socket(raw, server_side=True)
    except (ssl.SSLError, OSError):
        raw.close()
        return
    inner = socket.socket(socket.AF_UNIX)
    inner.connect(target)
    threading.Thread(target=copy, args=(inner, outer), daemon=True).start()
    copy(outer, inner)


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
