package dev.fleetwright.amqp;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The PEM files of an encrypted connection. They are read for each connection, so that renewed ones
 * are taken up without a restart.
 *
 * @param authority whom to trust; null for those whom the JVM trusts
 * @param certificate our own, with its chain, for brokers that ask for one
 * @param key of our own certificate, as PKCS #8 without a passphrase
 */
public record TlsFiles(@Nullable Path authority, @Nullable Path certificate, @Nullable Path key) {

  /** Trusts whom the JVM trusts, and shows no certificate. */
  public static final TlsFiles NONE = new TlsFiles(null, null, null);

  private static final List<String> KEY_KINDS = List.of("RSA", "EC", "EdDSA");

  /** Made from the files as they are now. */
  public SSLContext context() throws IOException, GeneralSecurityException {
    if (equals(NONE)) {
      return SSLContext.getDefault();
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keyManagers(), trustManagers(), null);
    return context;
  }

  private TrustManager @Nullable [] trustManagers() throws IOException, GeneralSecurityException {
    Path file = authority;
    if (file == null) {
      return null;
    }
    KeyStore trusted = emptyStore();
    int count = 0;
    for (Certificate one : certificates(file)) {
      trusted.setCertificateEntry("authority" + count++, one);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    return factory.getTrustManagers();
  }

  private KeyManager @Nullable [] keyManagers() throws IOException, GeneralSecurityException {
    Path chain = certificate;
    Path secret = key;
    if (chain == null || secret == null) {
      return null;
    }
    KeyStore own = emptyStore();
    own.setKeyEntry(
        "own", privateKey(secret), new char[0], certificates(chain).toArray(Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(own, new char[0]);
    return factory.getKeyManagers();
  }

  private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static Collection<? extends Certificate> certificates(Path file)
      throws IOException, GeneralSecurityException {
    return CertificateFactory.getInstance("X.509")
        .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)));
  }

  private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
    String text = Files.readString(file, StandardCharsets.US_ASCII);
    String base64 = text.replaceAll("-----(BEGIN|END) PRIVATE KEY-----", "").replaceAll("\\s", "");
    PKCS8EncodedKeySpec spec;
    try {
      spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64));
    } catch (IllegalArgumentException e) {
      // Without the cause: it quotes what may be part of the key.
      throw new InvalidKeySpecException(file + " is no PKCS #8 key in PEM");
    }
    for (String kind : KEY_KINDS) {
      try {
        return KeyFactory.getInstance(kind).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        // Not of this kind; the next is tried.
      }
    }
    throw new InvalidKeySpecException(file + " holds a key of none of the kinds " + KEY_KINDS);
  }
}
