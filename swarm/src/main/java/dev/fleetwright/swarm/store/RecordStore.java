package dev.fleetwright.swarm.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.swarm.protocol.Actor;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the records of the roles. An implementation has saved when {@link #save} returns: what
 * follows (messages, acknowledgements, effects) relies on it. Called from several threads.
 */
public interface RecordStore {

  Optional<StoredRecord> load(RecordId id) throws IOException;

  /** The swarms that a role has records of, for the start after a stop. */
  List<String> swarms(Actor role) throws IOException;

  /**
   * Saves when the stored version is the given one, or when there is no record and it is null.
   *
   * @throws IOException when it is not known whether it was saved; the caller loads again
   */
  SaveResult save(RecordId id, JsonNode content, @Nullable String replacedVersion)
      throws IOException;

  /** Forgets a record; nothing happens when there is none. */
  void delete(RecordId id) throws IOException;
}
