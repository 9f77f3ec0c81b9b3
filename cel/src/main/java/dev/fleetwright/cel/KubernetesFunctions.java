package dev.fleetwright.cel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Quantities, addresses, networks and URLs, as rules of Kubernetes definitions use them. */
final class KubernetesFunctions {

  private static final int LONGEST = 1_000;
  private static final Pattern QUANTITY =
      Pattern.compile(
          "([+-]?)([0-9]+\\.?[0-9]*|\\.[0-9]+)(?:(Ki|Mi|Gi|Ti|Pi|Ei)|([numkMGTPE]?)|[eE]([+-]?[0-9]{1,3}))");
  private static final String BINARY = "KMGTPE";
  private static final Map<String, Integer> DECIMAL =
      Map.of("n", -9, "u", -6, "m", -3, "", 0, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
  private static final Pattern URL =
      Pattern.compile(
          "(?:([A-Za-z][A-Za-z0-9+.\\-]*):)?(?://([^/?]*))?(/[^?]*)?(?:\\?(.*))?", Pattern.DOTALL);

  private KubernetesFunctions() {}

  static @Nullable Object quantity(Frame frame, long id, @Nullable Object[] args) {
    return parsed(frame, id, "quantity()", args, parseQuantity(args[0]), "1.5Gi or 100m");
  }

  static @Nullable Object isQuantity(Frame frame, long id, @Nullable Object[] args) {
    return isOne(frame, id, "isQuantity()", args, parseQuantity(args[0]));
  }

  private static Optional<Opaque.Quantity> parseQuantity(@Nullable Object value) {
    if (!(value instanceof String text) || text.length() > LONGEST) {
      return Optional.empty();
    }
    Matcher matcher = QUANTITY.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(matcher.group(1) + matcher.group(2));
    if (matcher.group(3) != null) {
      int power = 10 * (1 + BINARY.indexOf(matcher.group(3).charAt(0)));
      number = number.multiply(new BigDecimal(BigInteger.TWO.pow(power)));
    } else if (matcher.group(5) != null) {
      number = number.scaleByPowerOfTen(Integer.parseInt(matcher.group(5)));
    } else {
      number = number.scaleByPowerOfTen(DECIMAL.getOrDefault(matcher.group(4), 0));
    }
    return Optional.of(new Opaque.Quantity(number));
  }

  static @Nullable Object isInteger(Frame frame, long id, @Nullable Object[] args) {
    return amount(id, "isInteger()", args, 0).isInteger();
  }

  static @Nullable Object asInteger(Frame frame, long id, @Nullable Object[] args) {
    Opaque.Quantity quantity = amount(id, "asInteger()", args, 0);
    if (!quantity.isInteger()) {
      throw EvalError.of(
          "invalid-argument", id, "cannot convert value to integer", "test isInteger() first");
    }
    return quantity.amount().longValueExact();
  }

  static @Nullable Object asFloat(Frame frame, long id, @Nullable Object[] args) {
    return amount(id, "asApproximateFloat()", args, 0).amount().doubleValue();
  }

  static @Nullable Object sign(Frame frame, long id, @Nullable Object[] args) {
    return (long) amount(id, "sign()", args, 0).amount().signum();
  }

  static @Nullable Object add(Frame frame, long id, @Nullable Object[] args) {
    return new Opaque.Quantity(
        amount(id, "add()", args, 0).amount().add(operand(id, "add()", args)));
  }

  static @Nullable Object sub(Frame frame, long id, @Nullable Object[] args) {
    return new Opaque.Quantity(
        amount(id, "sub()", args, 0).amount().subtract(operand(id, "sub()", args)));
  }

  private static BigDecimal operand(long id, String operation, @Nullable Object[] args) {
    return args[1] instanceof Long number
        ? BigDecimal.valueOf(number)
        : amount(id, operation, args, 1).amount();
  }

  static @Nullable Object compareTo(Frame frame, long id, @Nullable Object[] args) {
    return (long) compare(id, "compareTo()", args);
  }

  static @Nullable Object isGreaterThan(Frame frame, long id, @Nullable Object[] args) {
    return compare(id, "isGreaterThan()", args) > 0;
  }

  static @Nullable Object isLessThan(Frame frame, long id, @Nullable Object[] args) {
    return compare(id, "isLessThan()", args) < 0;
  }

  private static int compare(long id, String operation, @Nullable Object[] args) {
    return amount(id, operation, args, 0)
        .amount()
        .compareTo(amount(id, operation, args, 1).amount());
  }

  private static Opaque.Quantity amount(
      long id, String operation, @Nullable Object[] args, int index) {
    if (args[index] instanceof Opaque.Quantity quantity) {
      return quantity;
    }
    throw Node.noOverload(id, operation, args);
  }

  /** Of a text the address, and of a network its address. */
  static @Nullable Object ip(Frame frame, long id, @Nullable Object[] args) {
    if (args[0] instanceof Opaque.Cidr cidr) {
      return cidr.ip();
    }
    return parsed(frame, id, "ip()", args, parseIp(args[0]), "10.0.0.1 or fd00::1");
  }

  static @Nullable Object isIp(Frame frame, long id, @Nullable Object[] args) {
    return isOne(frame, id, "isIP()", args, parseIp(args[0]));
  }

  static @Nullable Object isCanonical(Frame frame, long id, @Nullable Object[] args) {
    Object found =
        parsed(frame, id, "ip.isCanonical()", args, parseIp(args[0]), "10.0.0.1 or fd00::1");
    return found.toString().equals(args[0]);
  }

  private static Optional<Opaque.Ip> parseIp(@Nullable Object value) {
    return value instanceof String text && text.length() <= LONGEST
        ? InternetAddresses.parse(text)
        : Optional.empty();
  }

  static @Nullable Object family(Frame frame, long id, @Nullable Object[] args) {
    return (long) address(id, "family()", args).family();
  }

  static @Nullable Object isUnspecified(Frame frame, long id, @Nullable Object[] args) {
    return isAll(address(id, "isUnspecified()", args).bytes(), (byte) 0);
  }

  static @Nullable Object isLoopback(Frame frame, long id, @Nullable Object[] args) {
    return isLoopback(address(id, "isLoopback()", args).bytes());
  }

  static @Nullable Object isLinkLocalMulticast(Frame frame, long id, @Nullable Object[] args) {
    byte[] bytes = address(id, "isLinkLocalMulticast()", args).bytes();
    return bytes.length == 4
        ? bytes[0] == (byte) 224 && bytes[1] == 0 && bytes[2] == 0
        : bytes[0] == (byte) 0xFF && (bytes[1] & 0x0F) == 0x02;
  }

  static @Nullable Object isLinkLocalUnicast(Frame frame, long id, @Nullable Object[] args) {
    return isLinkLocalUnicast(address(id, "isLinkLocalUnicast()", args).bytes());
  }

  static @Nullable Object isGlobalUnicast(Frame frame, long id, @Nullable Object[] args) {
    byte[] bytes = address(id, "isGlobalUnicast()", args).bytes();
    boolean multicast = bytes.length == 4 ? (bytes[0] & 0xF0) == 0xE0 : bytes[0] == (byte) 0xFF;
    boolean broadcast = bytes.length == 4 && isAll(bytes, (byte) 0xFF);
    return !multicast
        && !broadcast
        && !isAll(bytes, (byte) 0)
        && !isLoopback(bytes)
        && !isLinkLocalUnicast(bytes);
  }

  private static boolean isLoopback(byte[] bytes) {
    if (bytes.length == 4) {
      return bytes[0] == 127;
    }
    byte last = bytes[15];
    bytes[15] = 0;
    boolean rest = isAll(bytes, (byte) 0);
    bytes[15] = last;
    return rest && last == 1;
  }

  private static boolean isLinkLocalUnicast(byte[] bytes) {
    return bytes.length == 4
        ? bytes[0] == (byte) 169 && bytes[1] == (byte) 254
        : bytes[0] == (byte) 0xFE && (bytes[1] & 0xC0) == 0x80;
  }

  private static boolean isAll(byte[] bytes, byte value) {
    for (byte one : bytes) {
      if (one != value) {
        return false;
      }
    }
    return true;
  }

  private static Opaque.Ip address(long id, String operation, @Nullable Object[] args) {
    if (args[0] instanceof Opaque.Ip ip) {
      return ip;
    }
    throw Node.noOverload(id, operation, args);
  }

  static @Nullable Object cidr(Frame frame, long id, @Nullable Object[] args) {
    return parsed(frame, id, "cidr()", args, parseCidr(args[0]), "10.0.0.0/8");
  }

  static @Nullable Object isCidr(Frame frame, long id, @Nullable Object[] args) {
    return isOne(frame, id, "isCIDR()", args, parseCidr(args[0]));
  }

  private static Optional<Opaque.Cidr> parseCidr(@Nullable Object value) {
    return value instanceof String text && text.length() <= LONGEST
        ? InternetAddresses.parseCidr(text)
        : Optional.empty();
  }

  static @Nullable Object containsIp(Frame frame, long id, @Nullable Object[] args) {
    Object other =
        args[1] instanceof String ? ip(frame, id, new @Nullable Object[] {args[1]}) : args[1];
    if (other instanceof Opaque.Ip ip) {
      return network(id, "containsIP()", args).contains(ip);
    }
    throw Node.noOverload(id, "containsIP()", args);
  }

  static @Nullable Object containsCidr(Frame frame, long id, @Nullable Object[] args) {
    Object other =
        args[1] instanceof String ? cidr(frame, id, new @Nullable Object[] {args[1]}) : args[1];
    Opaque.Cidr network = network(id, "containsCIDR()", args);
    if (other instanceof Opaque.Cidr inner) {
      return inner.prefix() >= network.prefix() && network.contains(inner.ip());
    }
    throw Node.noOverload(id, "containsCIDR()", args);
  }

  static @Nullable Object masked(Frame frame, long id, @Nullable Object[] args) {
    return network(id, "masked()", args).masked();
  }

  static @Nullable Object prefixLength(Frame frame, long id, @Nullable Object[] args) {
    return (long) network(id, "prefixLength()", args).prefix();
  }

  private static Opaque.Cidr network(long id, String operation, @Nullable Object[] args) {
    if (args[0] instanceof Opaque.Cidr cidr) {
      return cidr;
    }
    throw Node.noOverload(id, operation, args);
  }

  static @Nullable Object url(Frame frame, long id, @Nullable Object[] args) {
    return parsed(frame, id, "url()", args, parseUrl(args[0]), "https://example.com/path");
  }

  static @Nullable Object isUrl(Frame frame, long id, @Nullable Object[] args) {
    return isOne(frame, id, "isURL()", args, parseUrl(args[0]));
  }

  /** An absolute URL, or an absolute path; the fragment is part of the path, as in Go. */
  private static Optional<Opaque.Url> parseUrl(@Nullable Object value) {
    if (!(value instanceof String text) || text.length() > 100 * LONGEST) {
      return Optional.empty();
    }
    Matcher matcher = URL.matcher(text);
    if (!matcher.matches() || text.chars().anyMatch(c -> c < ' ' || c == 127)) {
      return Optional.empty();
    }
    String scheme = matcher.group(1) == null ? "" : matcher.group(1);
    String host = matcher.group(2) == null ? "" : matcher.group(2);
    host = host.substring(host.lastIndexOf('@') + 1);
    String path = matcher.group(3) == null ? "" : matcher.group(3);
    boolean absolute = (!scheme.isEmpty() && matcher.group(2) != null) || path.startsWith("/");
    if (!absolute || !host.matches("(\\[[0-9a-fA-F:.%]+]|[^\\[\\]: ]*)(:[0-9]*)?")) {
      return Optional.empty();
    }
    Map<String, List<String>> query = new LinkedHashMap<>();
    Optional<String> decodedPath = decoded(path, false);
    for (String part : matcher.group(4) == null ? new String[0] : matcher.group(4).split("&", -1)) {
      int equals = part.indexOf('=');
      Optional<String> key = decoded(equals < 0 ? part : part.substring(0, equals), true);
      Optional<String> content = decoded(equals < 0 ? "" : part.substring(equals + 1), true);
      if (!part.isEmpty() && key.isPresent() && content.isPresent()) {
        query.computeIfAbsent(key.get(), k -> new ArrayList<>()).add(content.get());
      }
    }
    String lower = scheme.toLowerCase(java.util.Locale.ROOT);
    String at = host;
    return decodedPath.map(p -> new Opaque.Url(text, lower, at, escaped(path), query));
  }

  /** With a percent sign for what may not stand in a path. */
  private static String escaped(String path) {
    StringBuilder out = new StringBuilder();
    for (byte one : path.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
      if (one > ' ' && "\"<>\\^`{|}#".indexOf(one) < 0) {
        out.append((char) one);
      } else {
        out.append('%').append(java.util.HexFormat.of().withUpperCase().toHexDigits(one));
      }
    }
    return out.toString();
  }

  /** Without percent signs; nothing when one is followed by no number. */
  private static Optional<String> decoded(String text, boolean plusIsBlank) {
    var out = new java.io.ByteArrayOutputStream();
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '%') {
        int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
        int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
        if (high < 0 || low < 0) {
          return Optional.empty();
        }
        out.write((high << 4) | low);
        i += 2;
      } else {
        out.write(plusIsBlank && bytes[i] == '+' ? ' ' : bytes[i]);
      }
    }
    return Optional.of(out.toString(java.nio.charset.StandardCharsets.UTF_8));
  }

  static CallNode.Body part(String operation) {
    return (frame, id, args) -> {
      if (!(args[0] instanceof Opaque.Url url)) {
        throw Node.noOverload(id, operation + "()", args);
      }
      int colon =
          url.host().startsWith("[") ? url.host().indexOf("]:") + 1 : url.host().indexOf(':');
      boolean port = colon > 0;
      String name = port ? url.host().substring(0, colon) : url.host();
      return switch (operation) {
        case "getScheme" -> url.scheme();
        case "getHost" -> url.host();
        case "getHostname" -> name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
        case "getPort" -> port ? url.host().substring(colon + 1) : "";
        case "getEscapedPath" -> url.path();
        default -> url.query();
      };
    };
  }

  private static Object parsed(
      Frame frame,
      long id,
      String operation,
      @Nullable Object[] args,
      Optional<? extends Opaque> found,
      String example) {
    if (!(args[0] instanceof String text)) {
      throw Node.noOverload(id, operation, args);
    }
    frame.charge(10, id);
    frame.chargeText(text.length(), id);
    if (found.isEmpty()) {
      throw EvalError.of(
          "invalid-argument",
          id,
          operation
              + " cannot read \""
              + (text.length() > 100 ? text.substring(0, 100) : text)
              + "\"",
          "write it like " + example);
    }
    return found.get();
  }

  private static boolean isOne(
      Frame frame,
      long id,
      String operation,
      @Nullable Object[] args,
      Optional<? extends Opaque> found) {
    if (!(args[0] instanceof String text)) {
      throw Node.noOverload(id, operation, args);
    }
    frame.charge(10, id);
    frame.chargeText(text.length(), id);
    return found.isPresent();
  }
}
