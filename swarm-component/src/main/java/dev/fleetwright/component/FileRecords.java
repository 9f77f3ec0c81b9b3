package dev.fleetwright.component;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.store.RecordId;
import dev.fleetwright.swarm.store.RecordStore;
import dev.fleetwright.swarm.store.SaveResult;
import dev.fleetwright.swarm.store.StoredRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The record of one component in one file, which is whole at any time. */
final class FileRecords implements RecordStore {

  private static final String VERSION = "file";

  private final Path file;

  FileRecords(Path file) {
    this.file = file.toAbsolutePath();
  }

  @Override
  public Optional<StoredRecord> load(RecordId id) throws IOException {
    return Files.exists(file)
        ? Optional.of(new StoredRecord(VERSION, Json.read(Files.readAllBytes(file))))
        : Optional.empty();
  }

  @Override
  public List<String> swarms(Actor role) {
    return List.of();
  }

  @Override
  public SaveResult save(RecordId id, JsonNode content, @Nullable String replacedVersion)
      throws IOException {
    Path folder = file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel channel =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(Json.write(content));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return new SaveResult.Saved(VERSION);
  }

  @Override
  public void delete(RecordId id) throws IOException {
    Files.deleteIfExists(file);
  }
}
