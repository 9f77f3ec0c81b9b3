package dev.fleetwright.apiserver.security;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The few forms of ASN.1 DER that a certificate needs. */
final class Der {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private Der() {}

  static byte[] tagged(int tag, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    var out = new ByteArrayOutputStream();
    out.write(tag);
    int length = content.size();
    if (length < 0x80) {
      out.write(length);
    } else {
      byte[] bytes = BigInteger.valueOf(length).toByteArray();
      int skip = bytes[0] == 0 ? 1 : 0;
      out.write(0x80 | (bytes.length - skip));
      out.write(bytes, skip, bytes.length - skip);
    }
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }

  static byte[] sequence(byte[]... parts) {
    return tagged(0x30, parts);
  }

  static byte[] set(byte[]... parts) {
    return tagged(0x31, parts);
  }

  static byte[] integer(BigInteger value) {
    return tagged(0x02, value.toByteArray());
  }

  static byte[] bool(boolean value) {
    return tagged(0x01, new byte[] {(byte) (value ? 0xFF : 0)});
  }

  static byte[] octets(byte[] bytes) {
    return tagged(0x04, bytes);
  }

  static byte[] bits(byte[] bytes, int unused) {
    return tagged(0x03, new byte[] {(byte) unused}, bytes);
  }

  static byte[] utf8(String text) {
    return tagged(0x0C, text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] time(Instant instant) {
    return tagged(0x18, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
  }

  static byte[] oid(String dotted) {
    var out = new ByteArrayOutputStream();
    String[] arcs = dotted.split("\\.", -1);
    out.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
    for (int i = 2; i < arcs.length; i++) {
      long arc = Long.parseLong(arcs[i]);
      int shift = 0;
      while (arc >> (shift + 7) != 0) {
        shift += 7;
      }
      for (; shift > 0; shift -= 7) {
        out.write((int) ((arc >> shift) & 0x7F) | 0x80);
      }
      out.write((int) (arc & 0x7F));
    }
    return tagged(0x06, out.toByteArray());
  }
}
