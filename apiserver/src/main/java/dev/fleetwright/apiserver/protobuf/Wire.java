package dev.fleetwright.apiserver.protobuf;

import dev.fleetwright.apiserver.error.Failure;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A stretch of bytes in the wire format, read from front to end. */
final class Wire {
  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int BYTES = 2;
  private static final int FIXED32 = 5;

  private final byte[] bytes;
  private final int end;
  private int at;
  private int wireType;

  private Wire(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  static Wire of(byte[] bytes, int from) {
    return new Wire(bytes, from, bytes.length);
  }

  static Failure broken(String why) {
    return Failure.badRequest("the body is not valid protobuf: " + why);
  }

  boolean hasMore() {
    return at < end;
  }

  /** The number of the next field. */
  int field() {
    long tag = varint();
    wireType = (int) (tag & 7);
    long number = tag >>> 3;
    if (number < 1 || number > 0x1FFFFFFF) {
      throw broken("a field has the number " + number);
    }
    return (int) number;
  }

  int wireType() {
    return wireType;
  }

  void expect(int wanted, String field) {
    if (wireType != wanted) {
      throw broken("the field " + field + " has the wrong wire type " + wireType);
    }
  }

  long varint() {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (at >= end) {
        throw broken("it ends in the middle of a number");
      }
      byte next = bytes[at++];
      if (shift < 64) {
        value |= (long) (next & 0x7F) << shift;
      }
      if (next >= 0) {
        return value;
      }
    }
    throw broken("a number is too long");
  }

  double fixed64() {
    require(8);
    double value = ByteBuffer.wrap(bytes, at, 8).order(ByteOrder.LITTLE_ENDIAN).getDouble();
    at += 8;
    return value;
  }

  /** The stretch that follows with its length. */
  Wire part() {
    int length = length();
    var part = new Wire(bytes, at, at + length);
    at += length;
    return part;
  }

  byte[] byteArray() {
    int length = length();
    byte[] copy = Arrays.copyOfRange(bytes, at, at + length);
    at += length;
    return copy;
  }

  String string() {
    int length = length();
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes, at, length))
              .toString();
      at += length;
      return text;
    } catch (CharacterCodingException e) {
      throw broken("a text is not UTF-8");
    }
  }

  private int length() {
    long length = varint();
    if (length < 0 || length > end - at) {
      throw broken("a length reaches beyond the end");
    }
    return (int) length;
  }

  private void require(int count) {
    if (end - at < count) {
      throw broken("it ends too early");
    }
  }

  /** Passes over the value of a field that is not known. */
  void skip() {
    switch (wireType) {
      case VARINT -> varint();
      case FIXED64 -> {
        require(8);
        at += 8;
      }
      case BYTES -> part();
      case FIXED32 -> {
        require(4);
        at += 4;
      }
      default -> throw broken("there is a wire type " + wireType);
    }
  }
}
