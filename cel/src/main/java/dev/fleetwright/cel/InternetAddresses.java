package dev.fleetwright.cel;

import java.util.Optional;

/** Reads and writes addresses as Kubernetes does: no leading zeros, no zones, no IPv4 in IPv6. */
final class InternetAddresses {

  private static final int GROUPS = 8;

  private InternetAddresses() {}

  static Optional<Opaque.Ip> parse(String text) {
    byte[] bytes = text.contains(":") ? six(text) : four(text);
    return bytes.length == 0 ? Optional.empty() : Optional.of(Opaque.Ip.of(bytes));
  }

  static Optional<Opaque.Cidr> parseCidr(String text) {
    int slash = text.indexOf('/');
    String bits = text.substring(slash + 1);
    if (slash < 0 || !bits.matches("0|[1-9][0-9]{0,2}")) {
      return Optional.empty();
    }
    int prefix = Integer.parseInt(bits);
    return parse(text.substring(0, slash))
        .filter(ip -> prefix <= ip.address().size() * 8)
        .map(ip -> new Opaque.Cidr(ip, prefix));
  }

  private static byte[] four(String text) {
    String[] parts = text.split("\\.", -1);
    byte[] bytes = new byte[4];
    if (parts.length != 4) {
      return new byte[0];
    }
    for (int i = 0; i < 4; i++) {
      if (!parts[i].matches("0|[1-9][0-9]{0,2}") || Integer.parseInt(parts[i]) > 255) {
        return new byte[0];
      }
      bytes[i] = (byte) Integer.parseInt(parts[i]);
    }
    return bytes;
  }

  private static byte[] six(String text) {
    int gap = text.indexOf("::");
    if (gap != text.lastIndexOf("::") || text.contains(":::")) {
      return new byte[0];
    }
    String[] head = groups(gap < 0 ? text : text.substring(0, gap));
    String[] tail = gap < 0 ? new String[0] : groups(text.substring(gap + 2));
    int given = head.length + tail.length;
    if (gap < 0 ? given != GROUPS : given >= GROUPS) {
      return new byte[0];
    }
    byte[] bytes = new byte[16];
    boolean mapped = true;
    for (int i = 0; i < given; i++) {
      boolean front = i < head.length;
      String group = front ? head[i] : tail[i - head.length];
      if (!group.matches("[0-9a-fA-F]{1,4}")) {
        return new byte[0];
      }
      int at = front ? i : GROUPS - given + i;
      int value = Integer.parseInt(group, 16);
      bytes[2 * at] = (byte) (value >> 8);
      bytes[2 * at + 1] = (byte) value;
    }
    for (int i = 0; i < 12; i++) {
      mapped &= bytes[i] == (i < 10 ? 0 : (byte) 0xFF);
    }
    return mapped ? new byte[0] : bytes;
  }

  private static String[] groups(String text) {
    return text.isEmpty() ? new String[0] : text.split(":", -1);
  }

  /** The canonical form: lower case, the longest run of two or more zero groups as {@code ::}. */
  static String text(byte[] bytes) {
    if (bytes.length == 4) {
      return (bytes[0] & 255)
          + "."
          + (bytes[1] & 255)
          + "."
          + (bytes[2] & 255)
          + "."
          + (bytes[3] & 255);
    }
    int start = -1;
    int longest = 1;
    for (int i = 0; i < GROUPS; i++) {
      int length = 0;
      while (i + length < GROUPS && group(bytes, i + length) == 0) {
        length++;
      }
      if (length > longest) {
        start = i;
        longest = length;
      }
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      if (i == start) {
        out.append("::");
        i += longest - 1;
      } else {
        if (!out.isEmpty() && out.charAt(out.length() - 1) != ':') {
          out.append(':');
        }
        out.append(Integer.toHexString(group(bytes, i)));
      }
    }
    return out.toString();
  }

  private static int group(byte[] bytes, int index) {
    return ((bytes[2 * index] & 255) << 8) | (bytes[2 * index + 1] & 255);
  }
}
