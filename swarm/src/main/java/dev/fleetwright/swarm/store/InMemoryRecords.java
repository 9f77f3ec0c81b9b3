package dev.fleetwright.swarm.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.swarm.protocol.Actor;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Records that live as long as the process. */
public final class InMemoryRecords implements RecordStore {

  private final AtomicLong versions = new AtomicLong();
  private final ConcurrentMap<RecordId, StoredRecord> records = new ConcurrentHashMap<>();

  @Override
  public Optional<StoredRecord> load(RecordId id) {
    return Optional.ofNullable(records.get(id));
  }

  @Override
  public List<String> swarms(Actor role) {
    return records.keySet().stream()
        .filter(id -> id.role() == role)
        .map(RecordId::swarmId)
        .sorted()
        .toList();
  }

  @Override
  public SaveResult save(RecordId id, JsonNode content, @Nullable String replacedVersion) {
    StoredRecord before = records.get(id);
    if (!Objects.equals(before == null ? null : before.version(), replacedVersion)) {
      return new SaveResult.Stale();
    }
    String version = Long.toString(versions.incrementAndGet());
    StoredRecord saved = new StoredRecord(version, content.deepCopy());
    boolean won =
        before == null
            ? records.putIfAbsent(id, saved) == null
            : records.replace(id, before, saved);
    return won ? new SaveResult.Saved(version) : new SaveResult.Stale();
  }

  @Override
  public void delete(RecordId id) {
    records.remove(id);
  }
}
