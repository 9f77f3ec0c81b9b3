package dev.fleetwright.hub.admission;

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
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * The certificate that the webhook shows, as texts in PEM.
 *
 * @param authority what clients trust; empty when somebody else tells them
 * @param chain the certificate, and its issuers if any
 * @param key in PKCS#8, or PKCS#1 for RSA
 */
public record ServingCertificate(String authority, String chain, String key) {

  private static final Duration RENEW_BEFORE = Duration.ofDays(60);
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");
  private static final String PKCS8 = "PRIVATE KEY";
  private static final String PKCS1 = "RSA PRIVATE KEY";
  private static final char[] NO_PASSWORD = {};

  /** Makes a certificate for hosts together with its authority. */
  @FunctionalInterface
  public interface Maker {
    ServingCertificate make(Collection<String> hosts, Instant now) throws GeneralSecurityException;
  }

  /** Reads the files that somebody else keeps fresh, such as cert-manager. */
  public static ServingCertificate ofFiles(Path certificate, Path key) throws IOException {
    return new ServingCertificate("", Files.readString(certificate), Files.readString(key));
  }

  /** Whether it is for all hosts and has a while to live. */
  public boolean isGoodFor(Collection<String> hosts, Instant now) {
    try {
      X509Certificate leaf = certificates().getFirst();
      var named = new TreeSet<String>();
      if (leaf.getSubjectAlternativeNames() != null) {
        leaf.getSubjectAlternativeNames().forEach(name -> named.add(String.valueOf(name.get(1))));
      }
      keyManager();
      return named.containsAll(hosts)
          && leaf.getNotAfter().toInstant().minus(RENEW_BEFORE).isAfter(now)
          && !authority.isBlank();
    } catch (IOException | GeneralSecurityException e) {
      return false;
    }
  }

  /**
   * Shows the certificate in handshakes.
   *
   * @throws IOException that says what is wrong with the texts
   */
  X509ExtendedKeyManager keyManager() throws IOException {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "webhook", privateKey(), NO_PASSWORD, certificates().toArray(Certificate[]::new));
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, NO_PASSWORD);
      return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "the webhook's certificate and key cannot be used: " + e.getMessage(), e);
    }
  }

  private List<X509Certificate> certificates() throws IOException {
    try {
      var all = new ArrayList<X509Certificate>();
      CertificateFactory.getInstance("X.509")
          .generateCertificates(new ByteArrayInputStream(chain.getBytes(StandardCharsets.US_ASCII)))
          .forEach(one -> all.add((X509Certificate) one));
      if (all.isEmpty()) {
        throw new IOException("the webhook's certificate has no CERTIFICATE block");
      }
      return all;
    } catch (GeneralSecurityException e) {
      throw new IOException("the webhook's certificate cannot be read: " + e.getMessage(), e);
    }
  }

  private PrivateKey privateKey() throws IOException, GeneralSecurityException {
    byte[] bytes = block(PKCS8);
    if (bytes.length == 0) {
      bytes = wrapped(block(PKCS1));
    }
    if (bytes.length == 0) {
      throw new IOException(
          "the webhook's key is neither a PRIVATE KEY nor an RSA PRIVATE KEY; convert it with "
              + " openssl pkcs8 -topk8 -nocrypt");
    }
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
      } catch (InvalidKeySpecException e) {
        // Not of this kind; the next one may fit.
        Objects.requireNonNull(e);
      }
    }
    throw new IOException("the webhook's key is not of " + String.join(", ", ALGORITHMS));
  }

  private byte[] block(String type) throws IOException {
    String begin = "-----BEGIN " + type + "-----";
    int from = key.indexOf(begin);
    int to = key.indexOf("-----END " + type + "-----");
    if (from < 0 || to < from) {
      return new byte[0];
    }
    try {
      return Base64.getMimeDecoder().decode(key.substring(from + begin.length(), to).strip());
    } catch (IllegalArgumentException e) {
      throw new IOException("the webhook's key is damaged", e);
    }
  }

  /** An RSA key of PKCS#1 as PKCS#8: version 0, the algorithm, the key as octets. */
  private static byte[] wrapped(byte[] rsa) {
    if (rsa.length == 0) {
      return rsa;
    }
    byte[] head = {
      0x02,
      0x01,
      0x00,
      0x30,
      0x0D,
      0x06,
      0x09,
      0x2A,
      (byte) 0x86,
      0x48,
      (byte) 0x86,
      (byte) 0xF7,
      0x0D,
      0x01,
      0x01,
      0x01,
      0x05,
      0x00
    };
    byte[] octets = tagged(0x04, rsa);
    byte[] body = new byte[head.length + octets.length];
    System.arraycopy(head, 0, body, 0, head.length);
    System.arraycopy(octets, 0, body, head.length, octets.length);
    return tagged(0x30, body);
  }

  private static byte[] tagged(int tag, byte[] content) {
    byte[] all = new byte[content.length + 4];
    all[0] = (byte) tag;
    all[1] = (byte) 0x82; // two bytes of length, which every RSA key in use needs
    all[2] = (byte) (content.length >> 8);
    all[3] = (byte) content.length;
    System.arraycopy(content, 0, all, 4, content.length);
    return all;
  }
}
