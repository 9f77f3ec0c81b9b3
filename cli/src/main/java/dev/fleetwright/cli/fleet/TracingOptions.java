package dev.fleetwright.cli.fleet;

import dev.fleetwright.hub.tracing.OtlpTracer;
import dev.fleetwright.hub.tracing.Tracer;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where spans go; nowhere unless somebody says so. The variables are OpenTelemetry's own. */
final class TracingOptions {

  @Option(
      names = "--otlp",
      paramLabel = "URL",
      defaultValue = "${env:OTEL_EXPORTER_OTLP_ENDPOINT:-}",
      description =
          "A collector of OpenTelemetry for spans, such as http://collector:4318; default:"
              + " OTEL_EXPORTER_OTLP_ENDPOINT, else none.")
  private String otlp = "";

  Tracer tracer(CommandSpec spec, String service) {
    if (otlp.isEmpty()) {
      return Tracer.OFF;
    }
    try {
      URI endpoint = URI.create(otlp);
      if (endpoint.getHost() == null
          || !("http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme()))) {
        throw new IllegalArgumentException("no http or https address");
      }
      String name = System.getenv().getOrDefault("OTEL_SERVICE_NAME", service);
      return new OtlpTracer(endpoint, headers(), name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "--otlp: expected http://HOST:PORT, not " + otlp, e);
    }
  }

  private static Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String part :
        System.getenv().getOrDefault("OTEL_EXPORTER_OTLP_HEADERS", "").split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        headers.put(
            part.substring(0, equals).strip(),
            URLDecoder.decode(part.substring(equals + 1).strip(), StandardCharsets.UTF_8));
      }
    }
    return headers;
  }
}
