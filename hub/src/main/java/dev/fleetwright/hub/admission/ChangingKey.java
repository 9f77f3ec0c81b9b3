package dev.fleetwright.hub.admission;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** A key manager whose certificate can be replaced while a server listens. */
final class ChangingKey extends X509ExtendedKeyManager {

  private volatile X509ExtendedKeyManager current;

  ChangingKey(X509ExtendedKeyManager first) {
    this.current = first;
  }

  void use(X509ExtendedKeyManager next) {
    this.current = next;
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      @Nullable String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return current.chooseEngineServerAlias(type, issuers, engine);
  }

  @Override
  public @Nullable String chooseServerAlias(
      @Nullable String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return current.chooseServerAlias(type, issuers, socket);
  }

  @Override
  public String @Nullable [] getServerAliases(
      @Nullable String type, Principal @Nullable [] issuers) {
    return current.getServerAliases(type, issuers);
  }

  @Override
  public String @Nullable [] getClientAliases(
      @Nullable String type, Principal @Nullable [] issuers) {
    return null;
  }

  @Override
  public @Nullable String chooseClientAlias(
      String @Nullable [] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(@Nullable String alias) {
    return current.getCertificateChain(alias);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(@Nullable String alias) {
    return current.getPrivateKey(alias);
  }
}
