package dev.fleetwright.apiserver.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that only its owner may read, to which is appended, and which is put aside when it is
 * full. It stays open between writes, but not for long, so that a file which others move away or
 * delete is begun anew.
 */
final class RotatedFile implements AutoCloseable {
  private static final long OPEN_FOR = Duration.ofSeconds(1).toNanos();

  private final Path file;
  private final long maxBytes;
  private final int keep;
  private @Nullable FileChannel channel;
  private long openedAt;

  RotatedFile(Path file, long maxBytes, int keep) {
    this.file = file;
    this.maxBytes = maxBytes;
    this.keep = keep;
  }

  void append(byte[] bytes) throws IOException {
    try {
      FileChannel open = current();
      var rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        open.write(rest);
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private FileChannel current() throws IOException {
    FileChannel open = channel;
    if (open != null && open.size() < maxBytes && System.nanoTime() - openedAt < OPEN_FOR) {
      return open;
    }
    close();
    if (Files.exists(file) && Files.size(file) >= maxBytes) {
      putAside();
    }
    open = open();
    channel = open;
    openedAt = System.nanoTime();
    return open;
  }

  @SuppressWarnings("MustBeClosedChecker")
  private FileChannel open() throws IOException {
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] attributes =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE),
        attributes);
  }

  private void putAside() throws IOException {
    for (int i = keep - 1; i >= 1; i--) {
      Path older = numbered(i);
      if (Files.exists(older)) {
        Files.move(older, numbered(i + 1), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.move(file, numbered(1), StandardCopyOption.REPLACE_EXISTING);
  }

  private Path numbered(int i) {
    return file.resolveSibling(file.getFileName() + "." + i);
  }

  @Override
  public void close() {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // what was written is written, and nothing waits to be
      }
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
