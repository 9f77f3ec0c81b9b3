package dev.fleetwright.hub.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.hub.client.Fence;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.store.RecordId;
import dev.fleetwright.swarm.store.RecordStore;
import dev.fleetwright.swarm.store.SaveResult;
import dev.fleetwright.swarm.store.StoredRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records that only a leader writes. A hub that was paused and deposed may have a newer record read
 * and go on from there; it must not.
 */
public final class FencedRecords implements RecordStore {

  private final RecordStore records;
  private final Fence fence;

  public FencedRecords(RecordStore records, Fence fence) {
    this.records = records;
    this.fence = fence;
  }

  @Override
  public Optional<StoredRecord> load(RecordId id) throws IOException {
    return records.load(id);
  }

  @Override
  public List<String> swarms(Actor role) throws IOException {
    return records.swarms(role);
  }

  @Override
  public SaveResult save(RecordId id, JsonNode content, @Nullable String replacedVersion)
      throws IOException {
    check();
    return records.save(id, content, replacedVersion);
  }

  @Override
  public void delete(RecordId id) throws IOException {
    check();
    records.delete(id);
  }

  /** As a failure of the store: the message stays with the broker, and the leader gets it. */
  private void check() throws IOException {
    try {
      fence.check();
    } catch (IllegalStateException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
