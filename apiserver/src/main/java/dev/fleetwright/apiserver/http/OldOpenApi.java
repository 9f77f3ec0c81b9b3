package dev.fleetwright.apiserver.http;

import dev.fleetwright.apiserver.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * OpenAPI version 2, without kinds. kubectl asks for it when it reads a {@code List}, to check the
 * items by it; where it finds nothing about them it leaves that to the server, which is better at
 * it.
 */
final class OldOpenApi {
  private static final String PROTOBUF =
      "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
  private static final String TITLE = "Fleetwright";
  private static final String VERSION = "v1.32.0";

  private OldOpenApi() {}

  static void answer(Exchange exchange) {
    if (exchange.accept().contains("proto-openapi.spec.v2")) {
      exchange.send(200, PROTOBUF, protobuf());
      return;
    }
    Media.of(exchange.accept());
    var document = Json.object().put("swagger", "2.0");
    document.putObject("info").put("title", TITLE).put("version", VERSION);
    document.putObject("paths");
    document.putObject("definitions");
    exchange.json(200, document);
  }

  /** The same: swagger is field 1, info 2 with title 1 and version 2, paths 8, definitions 9. */
  private static byte[] protobuf() {
    var info = new ByteArrayOutputStream();
    field(info, 1, TITLE.getBytes(StandardCharsets.US_ASCII));
    field(info, 2, VERSION.getBytes(StandardCharsets.US_ASCII));
    var document = new ByteArrayOutputStream();
    field(document, 1, "2.0".getBytes(StandardCharsets.US_ASCII));
    field(document, 2, info.toByteArray());
    field(document, 8, new byte[0]);
    field(document, 9, new byte[0]);
    return document.toByteArray();
  }

  /** Bytes shorter than 128 with their number and length before them. */
  private static void field(ByteArrayOutputStream out, int number, byte[] content) {
    out.write((number << 3) | 2);
    out.write(content.length);
    out.writeBytes(content);
  }
}
