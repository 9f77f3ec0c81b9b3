package dev.fleetwright.cel;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Values that only functions of {@link KubernetesLibrary} make and take apart. {@code toString} is
 * what an expression gets that turns one into a string.
 */
sealed interface Opaque {

  ValueType type();

  /** A quantity such as {@code 1.5Gi}, as the number it stands for. */
  record Quantity(BigDecimal amount) implements Opaque {
    public Quantity {
      amount = amount.signum() == 0 ? BigDecimal.ZERO : amount.stripTrailingZeros();
    }

    @Override
    public ValueType type() {
      return ValueType.QUANTITY;
    }

    boolean isInteger() {
      return amount.scale() <= 0
          && amount.precision() - amount.scale() <= 19
          && amount.toBigIntegerExact().bitLength() < Long.SIZE;
    }

    @Override
    public String toString() {
      return amount.toPlainString();
    }
  }

  /** An address of the Internet, of 4 or 16 bytes. */
  record Ip(List<Byte> address) implements Opaque {
    static Ip of(byte[] bytes) {
      Byte[] boxed = new Byte[bytes.length];
      Arrays.setAll(boxed, i -> bytes[i]);
      return new Ip(List.of(boxed));
    }

    byte[] bytes() {
      byte[] bytes = new byte[address.size()];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = address.get(i);
      }
      return bytes;
    }

    int family() {
      return address.size() == 4 ? 4 : 6;
    }

    @Override
    public ValueType type() {
      return ValueType.IP;
    }

    @Override
    public String toString() {
      return InternetAddresses.text(bytes());
    }
  }

  /** A network: an address and how many of its bits count. */
  record Cidr(Ip ip, int prefix) implements Opaque {
    @Override
    public ValueType type() {
      return ValueType.CIDR;
    }

    Cidr masked() {
      byte[] bytes = ip.bytes();
      for (int bit = prefix; bit < bytes.length * 8; bit++) {
        bytes[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
      }
      return new Cidr(Ip.of(bytes), prefix);
    }

    boolean contains(Ip other) {
      return other.family() == ip.family()
          && new Cidr(other, prefix).masked().ip().equals(masked().ip());
    }

    @Override
    public String toString() {
      return ip + "/" + prefix;
    }
  }

  /**
   * An absolute URL in its parts.
   *
   * @param host with the port, as it was written
   */
  record Url(String text, String scheme, String host, String path, Map<String, List<String>> query)
      implements Opaque {
    @Override
    public ValueType type() {
      return ValueType.URL;
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
