package dev.fleetwright.apiserver.security;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The directory of one server, held by a lock so that no second one uses it at the same time. */
public final class DataDirectory implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;

  private DataDirectory(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** Creates the directory where needed and takes its lock. */
  @SuppressWarnings("MustBeClosedChecker")
  public static DataDirectory open(Path path) throws IOException {
    PrivateFile.createDirectory(path);
    var channel =
        FileChannel.open(
            path.resolve("lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try {
      if (lock(channel) == null) {
        throw new DirectoryInUse(path, holder(channel));
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)),
          0);
      return new DataDirectory(path, channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // held by this very process
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    var bytes = ByteBuffer.allocate(32);
    channel.read(bytes, 0);
    String pid = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).strip();
    return pid.matches("\\d+") ? " (process " + pid + ")" : "";
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    channel.close(); // gives the lock back
  }
}
