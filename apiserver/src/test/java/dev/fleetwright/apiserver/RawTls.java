package dev.fleetwright.apiserver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Bytes over TLS, for what a well-behaved client does not send. */
final class RawTls {
  private RawTls() {}

  static SSLSocket open(ApiServer server) throws Exception {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry(
        "ca",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(server.caCertificate().getBytes(StandardCharsets.UTF_8))));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    var socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  /** Sends a text and reads until another text has come, or the end. */
  static String exchange(ApiServer server, String request, String until) throws Exception {
    try (var socket = open(server)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      var answer = new StringBuilder();
      byte[] buffer = new byte[4096];
      while (answer.indexOf(until) < 0) {
        int count;
        try {
          count = socket.getInputStream().read(buffer);
        } catch (IOException e) {
          break;
        }
        if (count < 0) {
          break;
        }
        answer.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
      }
      return answer.toString();
    }
  }
}
