package dev.fleetwright.cli.up;

import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Tells other commands of the same user how to reach the broker of a running {@code up}. */
public final class BrokerFile {

  private static final String NAME = "broker";

  private BrokerFile() {}

  public static Path in(Path data) {
    return data.resolve(NAME);
  }

  /** Readable for nobody else from its first byte on: it holds a password. */
  static void write(Path data, BrokerAddress address) throws IOException {
    Path fresh =
        Files.createTempFile(
            data,
            NAME,
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(fresh, address.secretUri() + "\n", StandardCharsets.UTF_8);
    Files.move(
        fresh, in(data), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  static void delete(Path data) throws IOException {
    Files.deleteIfExists(in(data));
  }

  /**
   * Reads what a running {@code up} has written.
   *
   * @throws IOException with a message for people, when there is no such file or nothing in it
   */
  public static BrokerAddress read(Path file) throws IOException {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new IOException("no  fleetwright up  is running: there is no file " + file, e);
    }
    return switch (BrokerAddress.parse(text)) {
      case Checked.Valid<BrokerAddress>(BrokerAddress address) -> address;
      case Checked.Invalid<BrokerAddress>(List<Problem> problems) ->
          throw new IOException(file + ": " + problems.getFirst().message());
    };
  }
}
