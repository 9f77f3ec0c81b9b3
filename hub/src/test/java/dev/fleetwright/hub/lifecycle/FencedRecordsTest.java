package dev.fleetwright.hub.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.store.InMemoryRecords;
import dev.fleetwright.swarm.store.RecordId;
import dev.fleetwright.swarm.store.SaveResult;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class FencedRecordsTest {

  private static final RecordId ID = new RecordId(Actor.ORCHESTRATOR, "game_w_east");

  private final AtomicBoolean leads = new AtomicBoolean(true);
  private final InMemoryRecords stored = new InMemoryRecords();
  private final FencedRecords records =
      new FencedRecords(
          stored,
          () -> {
            if (!leads.get()) {
              throw new IllegalStateException("this hub does not lead any more");
            }
          });

  @Test
  void aHubThatDoesNotLeadReadsRecordsAndWritesNone() throws Exception {
    ObjectNode first = JsonNodeFactory.instance.objectNode().put("n", 1);
    ObjectNode second = JsonNodeFactory.instance.objectNode().put("n", 2);
    assertThat(records.save(ID, first, null)).isInstanceOf(SaveResult.Saved.class);
    leads.set(false);
    String version = records.load(ID).orElseThrow().version();
    // As a failure of the store, so that the message is kept for the one who leads.
    assertThatThrownBy(() -> records.save(ID, second, version))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not lead");
    assertThatThrownBy(() -> records.delete(ID)).isInstanceOf(IOException.class);
    assertThat(stored.load(ID).orElseThrow().content()).isEqualTo(first);
    assertThat(records.swarms(Actor.ORCHESTRATOR)).containsExactly("game_w_east");
    leads.set(true);
    assertThat(records.save(ID, second, version)).isInstanceOf(SaveResult.Saved.class);
  }
}
