package dev.fleetwright.apiserver.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The certificate authority of a data directory and the server's certificate, made on the first
 * start and kept from then on.
 */
public final class Certificates {
  private static final Duration VALID = Duration.ofDays(3650);
  private static final Duration RENEW_BEFORE = Duration.ofDays(60);
  private static final String ECDSA_SHA256 = "1.2.840.10045.4.3.2";

  private final String caPem;
  private final PrivateKey key;
  private final List<X509Certificate> chain;

  private Certificates(String caPem, PrivateKey key, List<X509Certificate> chain) {
    this.caPem = caPem;
    this.key = key;
    this.chain = chain;
  }

  /**
   * A certificate for hosts and its key, signed by an authority that signs nothing else, as text.
   */
  public record HostKey(String authority, String certificate, String key) {}

  /** Makes a certificate for hosts with an authority of its own, whose key is thrown away. */
  public static HostKey issueHosts(Collection<String> hosts, Instant now)
      throws GeneralSecurityException {
    KeyPair authorityKeys = newKeys();
    byte[] authority = authority(authorityKeys, now);
    KeyPair keys = newKeys();
    byte[] certificate =
        host(
            keys,
            (X509Certificate)
                CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(authority)),
            authorityKeys.getPrivate(),
            hosts,
            now);
    return new HostKey(
        pem("CERTIFICATE", authority),
        pem("CERTIFICATE", certificate),
        pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
  }

  /** A certificate that proves a name, and its key, as text. */
  public record ClientKey(String certificate, String key) {}

  /**
   * Makes a client certificate: its common name is the user, its organisations are the groups, as
   * everywhere in Kubernetes. Needs no running server, only the directory of its authority.
   */
  public static ClientKey issueClient(
      Path directory, String user, List<String> groups, Duration valid, Instant now)
      throws IOException {
    try {
      X509Certificate ca = readCertificate(directory.resolve("ca.crt"));
      PrivateKey caKey = readKey(directory.resolve("ca.key"));
      KeyPair pair = newKeys();
      var names = new ArrayList<byte[]>();
      groups.forEach(group -> names.add(attribute("2.5.4.10", group)));
      names.add(attribute("2.5.4.3", user));
      byte[] certificate =
          sign(
              ca.getSubjectX500Principal().getEncoded(),
              Der.sequence(names.toArray(byte[][]::new)),
              pair.getPublic(),
              caKey,
              now,
              valid,
              List.of(
                  extension("2.5.29.19", true, Der.sequence()),
                  // digitalSignature
                  extension("2.5.29.15", true, Der.bits(new byte[] {(byte) 0x80}, 7)),
                  // clientAuth
                  extension("2.5.29.37", false, Der.sequence(Der.oid("1.3.6.1.5.5.7.3.2"))),
                  extension(
                      "2.5.29.35",
                      false,
                      Der.sequence(Der.tagged(0x80, keyId(ca.getPublicKey()))))));
      return new ClientKey(
          pem("CERTIFICATE", certificate), pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot make a certificate with the authority in " + directory, e);
    }
  }

  /** The authority's own certificate, by which client certificates are checked. */
  public X509Certificate authority() {
    return chain.getLast();
  }

  /** The authority's certificate as text. */
  public String caPem() {
    return caPem;
  }

  public PrivateKey key() {
    return key;
  }

  /** The server's certificate and its issuer. */
  public List<X509Certificate> chain() {
    return chain;
  }

  /**
   * Reads the certificates or makes them.
   *
   * @param hosts names and addresses that the server's certificate is for
   * @param now the real time, since clients check it against theirs
   */
  public static Certificates open(Path directory, Collection<String> hosts, Instant now)
      throws IOException {
    Path caFile = directory.resolve("ca.crt");
    Path caKeyFile = directory.resolve("ca.key");
    Path file = directory.resolve("server.crt");
    Path keyFile = directory.resolve("server.key");
    try {
      if (!Files.exists(caFile) || !Files.exists(caKeyFile)) {
        makeAuthority(caFile, caKeyFile, now);
        Files.deleteIfExists(file);
      }
      X509Certificate ca = readCertificate(caFile);
      if (!isUsable(file, keyFile, ca, hosts, now)) {
        PrivateKey caKey = readKey(caKeyFile);
        makeServer(file, keyFile, ca, caKey, hosts, now);
      }
      return new Certificates(
          Files.readString(caFile), readKey(keyFile), List.of(readCertificate(file), ca));
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot prepare the certificates in " + directory, e);
    }
  }

  private static boolean isUsable(
      Path file, Path keyFile, X509Certificate ca, Collection<String> hosts, Instant now)
      throws IOException {
    if (!Files.exists(file) || !Files.exists(keyFile)) {
      return false;
    }
    try {
      X509Certificate certificate = readCertificate(file);
      certificate.verify(ca.getPublicKey());
      var named = new TreeSet<String>();
      if (certificate.getSubjectAlternativeNames() != null) {
        certificate
            .getSubjectAlternativeNames()
            .forEach(name -> named.add(canonical(String.valueOf(name.get(1)))));
      }
      return certificate.getNotAfter().toInstant().minus(RENEW_BEFORE).isAfter(now)
          && hosts.stream().allMatch(host -> named.contains(canonical(host)));
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static String canonical(String host) {
    return isAddress(host) ? address(host).getHostAddress() : host;
  }

  private static void makeAuthority(Path file, Path keyFile, Instant now)
      throws GeneralSecurityException, IOException {
    KeyPair pair = newKeys();
    byte[] certificate = authority(pair, now);
    PrivateFile.write(keyFile, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
    PrivateFile.write(file, pem("CERTIFICATE", certificate));
  }

  private static byte[] authority(KeyPair pair, Instant now) throws GeneralSecurityException {
    byte[] name = name("fleetwright-ca");
    return sign(
        name,
        name,
        pair.getPublic(),
        pair.getPrivate(),
        now,
        VALID,
        List.of(
            extension("2.5.29.19", true, Der.sequence(Der.bool(true))),
            // keyCertSign and cRLSign
            extension("2.5.29.15", true, Der.bits(new byte[] {0x06}, 1)),
            extension("2.5.29.14", false, Der.octets(keyId(pair.getPublic())))));
  }

  private static void makeServer(
      Path file,
      Path keyFile,
      X509Certificate ca,
      PrivateKey caKey,
      Collection<String> hosts,
      Instant now)
      throws GeneralSecurityException, IOException {
    KeyPair pair = newKeys();
    byte[] certificate = host(pair, ca, caKey, hosts, now);
    PrivateFile.write(keyFile, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
    PrivateFile.write(file, pem("CERTIFICATE", certificate));
  }

  private static byte[] host(
      KeyPair pair, X509Certificate ca, PrivateKey caKey, Collection<String> hosts, Instant now)
      throws GeneralSecurityException {
    byte[][] names = hosts.stream().map(Certificates::generalName).toArray(byte[][]::new);
    return sign(
        ca.getSubjectX500Principal().getEncoded(),
        name("fleetwright-apiserver"),
        pair.getPublic(),
        caKey,
        now,
        VALID,
        List.of(
            extension("2.5.29.19", true, Der.sequence()),
            // digitalSignature
            extension("2.5.29.15", true, Der.bits(new byte[] {(byte) 0x80}, 7)),
            // serverAuth
            extension("2.5.29.37", false, Der.sequence(Der.oid("1.3.6.1.5.5.7.3.1"))),
            extension("2.5.29.35", false, Der.sequence(Der.tagged(0x80, keyId(ca.getPublicKey())))),
            extension("2.5.29.17", false, Der.sequence(names))));
  }

  private static KeyPair newKeys() throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static byte[] sign(
      byte[] issuer,
      byte[] subject,
      PublicKey subjectKey,
      PrivateKey issuerKey,
      Instant now,
      Duration valid,
      List<byte[]> extensions)
      throws GeneralSecurityException {
    byte[] serial = new byte[16];
    new SecureRandom().nextBytes(serial);
    serial[0] = (byte) ((serial[0] & 0x3F) | 0x40);
    byte[] algorithm = Der.sequence(Der.oid(ECDSA_SHA256));
    byte[] body =
        Der.sequence(
            Der.tagged(0xA0, Der.integer(BigInteger.TWO)), // version 3
            Der.integer(new BigInteger(1, serial)),
            algorithm,
            issuer,
            // A day of grace, since clocks differ.
            Der.sequence(Der.time(now.minus(Duration.ofDays(1))), Der.time(now.plus(valid))),
            subject,
            subjectKey.getEncoded(),
            Der.tagged(0xA3, Der.sequence(extensions.toArray(byte[][]::new))));
    var signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(issuerKey);
    signature.update(body);
    return Der.sequence(body, algorithm, Der.bits(signature.sign(), 0));
  }

  private static byte[] name(String commonName) {
    return Der.sequence(attribute("2.5.4.3", commonName));
  }

  private static byte[] attribute(String oid, String value) {
    return Der.set(Der.sequence(Der.oid(oid), Der.utf8(value)));
  }

  private static byte[] extension(String oid, boolean critical, byte[] value) {
    return critical
        ? Der.sequence(Der.oid(oid), Der.bool(true), Der.octets(value))
        : Der.sequence(Der.oid(oid), Der.octets(value));
  }

  private static byte[] keyId(PublicKey key) throws GeneralSecurityException {
    return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(key.getEncoded()), 20);
  }

  private static byte[] generalName(String host) {
    return isAddress(host)
        ? Der.tagged(0x87, address(host).getAddress())
        : Der.tagged(0x82, host.getBytes(StandardCharsets.US_ASCII));
  }

  private static boolean isAddress(String host) {
    return host.matches("[0-9.]+") || host.contains(":");
  }

  private static InetAddress address(String host) {
    return InetAddress.ofLiteral(host);
  }

  private static String pem(String type, byte[] bytes) {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    return "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n";
  }

  private static byte[] unpem(Path file) throws IOException {
    var lines = new ArrayList<>(Files.readAllLines(file));
    lines.removeIf(line -> line.startsWith("-----"));
    return Base64.getMimeDecoder().decode(String.join("", lines));
  }

  private static X509Certificate readCertificate(Path file)
      throws IOException, GeneralSecurityException {
    var factory = CertificateFactory.getInstance("X.509");
    return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(unpem(file)));
  }

  private static PrivateKey readKey(Path file) throws IOException, GeneralSecurityException {
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(unpem(file)));
  }
}
