package dev.fleetwright.apiserver.security;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** How the server proves who it is, and whose client certificates it believes. */
public final class ServerTls {
  private static final char[] IN_MEMORY = {};

  private ServerTls() {}

  public static SSLContext of(Certificates certificates) throws IOException {
    try {
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      // The store never leaves this memory. PKCS12, the usual kind, would encrypt the key by a
      // password stretched ten thousand times, which takes longer than all the rest of this.
      KeyStore own = emptyStore();
      own.setKeyEntry(
          "server",
          certificates.key(),
          IN_MEMORY,
          certificates.chain().toArray(Certificate[]::new));
      keys.init(own, IN_MEMORY);
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      KeyStore believed = emptyStore();
      believed.setCertificateEntry("authority", certificates.authority());
      trust.init(believed);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot prepare TLS", e);
    }
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, IN_MEMORY);
    return store;
  }
}
