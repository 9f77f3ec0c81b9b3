package dev.fleetwright.cli.fleet;

import dev.fleetwright.apiserver.security.Certificates;
import dev.fleetwright.hub.admission.CertificateKeeper;
import dev.fleetwright.hub.admission.ServingCertificate;
import dev.fleetwright.hub.admission.Webhook;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Whether and where a hub checks objects before they are stored. */
final class WebhookOptions {

  @Option(
      names = "--webhook",
      paramLabel = "[HOST:]PORT",
      description = {
        "Check objects for the API server before it stores them: POST /validate over TLS.",
        "Install deploy/webhook for it; without this option there is no webhook."
      })
  private @Nullable String address;

  @Option(
      names = "--webhook-cert",
      paramLabel = "FILE",
      description = "Its certificate in PEM, read again when it changes; with --webhook-key.")
  private @Nullable Path certificate;

  @Option(names = "--webhook-key", paramLabel = "FILE", description = "The certificate's key.")
  private @Nullable Path key;

  @Option(
      names = "--webhook-host",
      paramLabel = "NAME",
      split = ",",
      description = {
        "How the API server calls the webhook; default: fleetwright-hub.NS.svc.",
        "Without files the hub makes a certificate for it, in the Secret "
            + CertificateKeeper.SECRET
            + "."
      })
  private List<String> hosts = List.of();

  @Option(
      names = "--webhook-configuration",
      paramLabel = "NAME",
      defaultValue = "fleetwright",
      description =
          "The ValidatingWebhookConfiguration that gets the certificate's authority"
              + " (${DEFAULT-VALUE}).")
  private String configuration = "fleetwright";

  /** Opens the webhook; null when there shall be none. */
  @Nullable Webhook open(CommandSpec spec, KubernetesClient client, String namespace)
      throws IOException {
    if (address == null) {
      return null;
    }
    InetSocketAddress listen = HealthOptions.address(spec, "--webhook", address);
    Path file = certificate;
    Path keyFile = key;
    if (file != null && keyFile != null) {
      return Webhook.start(listen, () -> ServingCertificate.ofFiles(file, keyFile));
    }
    CertificateKeeper keeper =
        new CertificateKeeper(
            client,
            namespace,
            configuration,
            hosts.isEmpty() ? List.of("fleetwright-hub." + namespace + ".svc") : hosts,
            (names, now) -> {
              Certificates.HostKey made = Certificates.issueHosts(names, now);
              return new ServingCertificate(made.authority(), made.certificate(), made.key());
            },
            Clock.systemUTC());
    return Webhook.start(listen, keeper::current);
  }

  /** Finds wrong usage before anything starts. */
  void check(CommandSpec spec) {
    if ((certificate == null) != (key == null)) {
      throw new ParameterException(
          spec.commandLine(), "--webhook-cert and --webhook-key go together");
    }
    if (address == null) {
      if (certificate != null || !hosts.isEmpty()) {
        throw new ParameterException(
            spec.commandLine(), "--webhook-cert and --webhook-host need --webhook [HOST:]PORT");
      }
    } else {
      HealthOptions.address(spec, "--webhook", address);
    }
  }
}
