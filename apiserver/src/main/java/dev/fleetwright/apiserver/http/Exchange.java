package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.access.Caller;
import dev.fleetwright.apiserver.access.Deed;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.json.Yaml;
import dev.fleetwright.apiserver.protobuf.Protobuf;
import dev.fleetwright.apiserver.service.WriteOptions.FieldValidation;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One request and its answer. */
final class Exchange {
  private static final HeaderName WARNING = HeaderNames.create("Warning");

  private static final long MAX_SKIPPED = 32L * 1024 * 1024;

  private final ServerRequest request;
  private final ServerResponse response;
  private final ApiPath path;
  private final Query query;
  private final long maxBody;
  private final StuckReads reads;
  private final String remoteHost;
  private Authentication.@Nullable Identity identity;
  private @Nullable Deed deed;
  private final List<String> warnings = new ArrayList<>();
  private boolean streaming;
  private int code;

  Exchange(ServerRequest request, ServerResponse response, long maxBody, StuckReads reads) {
    this.request = request;
    this.response = response;
    this.maxBody = maxBody;
    this.reads = reads;
    // Asked for now: once the client is gone, so is its address.
    this.remoteHost = request.remotePeer().host();
    this.path = ApiPath.parse(request.prologue().uriPath().rawPath());
    this.query = new Query(request.prologue().query().rawValue());
  }

  String method() {
    return request.prologue().method().text();
  }

  ApiPath path() {
    return path;
  }

  Query query() {
    return query;
  }

  /** The certificate by which the client has proved its name, if it has. */
  Optional<X509Certificate> certificate() {
    return request
        .remotePeer()
        .tlsCertificates()
        .filter(chain -> chain.length > 0 && chain[0] instanceof X509Certificate)
        .map(chain -> (X509Certificate) chain[0]);
  }

  /** Where the request comes from. */
  String remoteHost() {
    return remoteHost;
  }

  /** The path and query as they were sent. */
  String uri() {
    String raw = request.prologue().query().rawValue();
    String path = request.prologue().uriPath().rawPath();
    return raw == null || raw.isEmpty() ? path : path + "?" + raw;
  }

  void identity(Authentication.Identity found) {
    this.identity = found;
  }

  /** Who asks; null until that is known. */
  Authentication.@Nullable Identity identity() {
    return identity;
  }

  /** Who asks; only called where that is known. */
  Caller caller() {
    Authentication.Identity known = identity;
    if (known == null) {
      throw Failure.unauthorized();
    }
    return known.caller();
  }

  void deed(Deed wanted) {
    this.deed = wanted;
  }

  /** What is asked for; null until that is known. */
  @Nullable Deed deed() {
    return deed;
  }

  /** What was answered; 0 while nothing was. */
  int code() {
    return code;
  }

  /** All values of a header. */
  List<String> headers(HeaderName name) {
    return request.headers().all(name, List::of);
  }

  void eachHeader(BiConsumer<String, List<String>> action) {
    request.headers().forEach(header -> action.accept(header.name(), header.allValues()));
  }

  String header(HeaderName name) {
    return request.headers().first(name).orElse("");
  }

  /** All values of the Accept header in one. */
  String accept() {
    return String.join(",", request.headers().values(HeaderNames.ACCEPT));
  }

  /** The media type of the body without its parameters; empty when none is given. */
  String mediaType() {
    String type = header(HeaderNames.CONTENT_TYPE).toLowerCase(Locale.ROOT);
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip();
  }

  byte[] body() {
    if (!request.content().hasEntity()) {
      return new byte[0];
    }
    try (var _ = reads.watch();
        InputStream in = request.content().inputStream()) {
      byte[] bytes = in.readNBytes((int) maxBody + 1);
      if (bytes.length > maxBody) {
        // A client that still sends does not listen: read on for a while, then hang up.
        in.skip(MAX_SKIPPED);
        response.header(HeaderNames.CONNECTION, "close");
        throw Failure.tooLarge(maxBody);
      }
      return bytes;
    } catch (IOException e) {
      throw Failure.badRequest("the body could not be read: " + e.getMessage());
    }
  }

  /** The body as an object, in JSON or YAML. */
  ObjectNode object(FieldValidation validation) {
    byte[] body = body();
    String media = mediaType();
    JsonNode node =
        switch (media) {
          case "", "application/json", "*/*", "text/plain" -> json(body, validation);
          case "application/yaml", "application/x-yaml", "text/yaml" -> Yaml.parse(body);
          case Protobuf.MEDIA_TYPE -> Protobuf.object(body);
          default ->
              throw Failure.unsupportedMediaType(
                  "the body of the request was in an unknown format ("
                      + media
                      + ") - accepted media types include: application/json, application/yaml,"
                      + " application/vnd.kubernetes.protobuf");
        };
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw Failure.badRequest("the body must be an object");
  }

  /** Of a field that stands twice the last value counts, but not in silence. */
  private JsonNode json(byte[] body, FieldValidation validation) {
    if (validation == FieldValidation.IGNORE) {
      return Json.parse(body, false);
    }
    try {
      return Json.parse(body, true);
    } catch (Failure failure) {
      List<String> twice = Json.duplicates(body);
      if (twice.isEmpty()) {
        throw failure;
      }
      List<String> said = twice.stream().map(path -> "duplicate field \"" + path + "\"").toList();
      if (validation == FieldValidation.STRICT) {
        throw Failure.badRequest("strict decoding error: " + String.join(", ", said));
      }
      warn(said);
      return Json.parse(body, false);
    }
  }

  void warn(List<String> more) {
    if (more.isEmpty()) {
      return;
    }
    warnings.addAll(more);
    String[] lines =
        warnings.stream()
            .limit(20)
            .map(w -> "299 - \"" + w.replaceAll("[\\\\\"\\p{Cntrl}]", "'") + "\"")
            .toArray(String[]::new);
    response.header(WARNING, lines);
  }

  void header(HeaderName name, String value) {
    response.header(name, value);
  }

  void json(int status, byte[] body) {
    send(status, "application/json", body);
  }

  void json(int status, JsonNode body) {
    json(status, Json.bytes(body));
  }

  void send(int status, String type, byte[] body) {
    code = status;
    response.status(status).header(HeaderNames.CONTENT_TYPE, type);
    response.send(body);
  }

  /** The client has the document already. */
  void notModified() {
    code = 304;
    response.status(304);
    response.send();
  }

  void text(int status, String body) {
    send(status, "text/plain; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
  }

  /** Starts an answer whose length is not known. */
  OutputStream stream() {
    return stream("application/json");
  }

  OutputStream stream(String contentType) {
    streaming = true;
    code = 200;
    response
        .status(200)
        .header(HeaderNames.CONTENT_TYPE, contentType)
        .header(HeaderNames.CACHE_CONTROL, "no-cache, private");
    return response.outputStream();
  }

  /** Whether the answer is under way, so that a failure can no longer be told. */
  boolean isStreaming() {
    return streaming;
  }

  /** Whether the client, or this server, wants the connection closed after the answer. */
  boolean isLast() {
    return asksToClose(request.headers()) || asksToClose(response.headers());
  }

  private static boolean asksToClose(Headers headers) {
    return headers.contains(HeaderNames.CONNECTION)
        && headers.get(HeaderNames.CONNECTION).allValues(true).stream()
            .anyMatch("close"::equalsIgnoreCase);
  }

  void fail(Failure failure) {
    json(failure.code(), failure.status());
  }
}
