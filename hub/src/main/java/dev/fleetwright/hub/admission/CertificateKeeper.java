package dev.fleetwright.hub.admission;

import dev.fleetwright.hub.client.Failures;
import dev.fleetwright.hub.client.Writer;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the webhook's certificate in a Secret that all hubs share, and tells the API server to
 * trust it by the {@code caBundle} of the ValidatingWebhookConfiguration. Whichever hub comes first
 * makes the certificate; each can be asked at any time and does what is missing.
 */
public final class CertificateKeeper {

  /** The Secret, in the hub's namespace. */
  public static final String SECRET = "fleetwright-webhook";

  private static final String CERTIFICATE = "tls.crt";
  private static final String KEY = "tls.key";
  private static final String AUTHORITY = "ca.crt";
  private static final Logger LOG = LoggerFactory.getLogger(CertificateKeeper.class);

  private final KubernetesClient client;
  private final String namespace;
  private final String configuration;
  private final List<String> hosts;
  private final ServingCertificate.Maker maker;
  private final Clock clock;
  private boolean missed;

  /**
   * @param configuration the name of the ValidatingWebhookConfiguration
   * @param hosts names by which the API server reaches the webhook
   */
  public CertificateKeeper(
      KubernetesClient client,
      String namespace,
      String configuration,
      List<String> hosts,
      ServingCertificate.Maker maker,
      Clock clock) {
    this.client = client;
    this.namespace = namespace;
    this.configuration = configuration;
    this.hosts = List.copyOf(hosts);
    this.maker = maker;
    this.clock = clock;
  }

  /**
   * The certificate to show now. It is trusted before it is returned, if there is a configuration:
   * a renewed one comes with the authority of the one before it, so that hubs may change over one
   * after the other.
   */
  public ServingCertificate current() throws IOException {
    ServingCertificate certificate = stored();
    trust(certificate.authority());
    return certificate;
  }

  private ServingCertificate stored() throws IOException {
    var secrets = client.secrets().inNamespace(namespace);
    Secret found = secrets.withName(SECRET).get();
    ServingCertificate old = found == null ? null : of(found);
    if (old != null && old.isGoodFor(hosts, clock.instant())) {
      return old;
    }
    ServingCertificate made = make(old);
    try {
      if (found == null) {
        secrets.resource(secret(made, null)).create();
      } else {
        secrets.resource(secret(made, found.getMetadata().getResourceVersion())).update();
      }
      LOG.info("a new certificate of the webhook is in the secret {}/{}", namespace, SECRET);
      return made;
    } catch (KubernetesClientException e) {
      if (!Failures.isConflict(e)) {
        throw e;
      }
      // Another hub was first; what it made counts.
      return of(Objects.requireNonNull(secrets.withName(SECRET).get(), SECRET));
    }
  }

  private ServingCertificate make(@Nullable ServingCertificate old) throws IOException {
    try {
      ServingCertificate made = maker.make(hosts, clock.instant());
      return old == null || old.authority().isBlank()
          ? made
          : new ServingCertificate(
              made.authority() + first(old.authority()), made.chain(), made.key());
    } catch (GeneralSecurityException e) {
      throw new IOException("a certificate cannot be made: " + e.getMessage(), e);
    }
  }

  /** The newest authority of a bundle; older ones have had their time. */
  private static String first(String bundle) {
    String end = "-----END CERTIFICATE-----";
    int at = bundle.indexOf(end);
    return at < 0 ? "" : bundle.substring(0, at + end.length()) + "\n";
  }

  private Secret secret(ServingCertificate certificate, @Nullable String version) {
    return new SecretBuilder()
        .withNewMetadata()
        .withName(SECRET)
        .withNamespace(namespace)
        .withResourceVersion(version)
        .endMetadata()
        .withType("kubernetes.io/tls")
        .withData(
            new TreeMap<>(
                Map.of(
                    CERTIFICATE, encoded(certificate.chain()),
                    KEY, encoded(certificate.key()),
                    AUTHORITY, encoded(certificate.authority()))))
        .build();
  }

  private static ServingCertificate of(Secret secret) {
    Map<String, String> data = secret.getData() == null ? Map.of() : secret.getData();
    return new ServingCertificate(
        decoded(data.get(AUTHORITY)), decoded(data.get(CERTIFICATE)), decoded(data.get(KEY)));
  }

  private void trust(String authority) {
    ValidatingWebhookConfiguration found =
        client
            .admissionRegistration()
            .v1()
            .validatingWebhookConfigurations()
            .withName(configuration)
            .get();
    if (found == null) {
      if (!missed) {
        LOG.warn(
            "there is no ValidatingWebhookConfiguration {}: nobody asks the webhook",
            configuration);
      }
      missed = true;
      return;
    }
    missed = false;
    String bundle = encoded(authority);
    boolean told =
        found.getWebhooks().stream()
            .allMatch(webhook -> bundle.equals(webhook.getClientConfig().getCaBundle()));
    if (!told) {
      client
          .resource(
              new ValidatingWebhookConfigurationBuilder()
                  .withNewMetadata()
                  .withName(configuration)
                  .endMetadata()
                  .withWebhooks(
                      found.getWebhooks().stream().map(one -> trusting(one, bundle)).toList())
                  .build())
          .fieldManager(Writer.FIELD_MANAGER)
          .forceConflicts()
          .serverSideApply();
      LOG.info("the webhook configuration {} trusts the certificate now", configuration);
    }
  }

  /** Of a webhook only what is ours; the rest stays whose it is. */
  private static ValidatingWebhook trusting(ValidatingWebhook webhook, String bundle) {
    return new ValidatingWebhookBuilder()
        .withName(webhook.getName())
        .withNewClientConfig()
        .withCaBundle(bundle)
        .endClientConfig()
        .build();
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(@Nullable String data) {
    if (data == null) {
      return "";
    }
    try {
      return new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
