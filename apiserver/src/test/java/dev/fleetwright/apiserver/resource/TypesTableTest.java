package dev.fleetwright.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class TypesTableTest {
  @Test
  void theTableIsWhatTheClientsClassesSay() throws IOException {
    assertThat(Files.readString(TypesTable.FILE))
        .as("run TypesTable.main to make the table again")
        .isEqualTo(TypesTable.text());
  }

  @Test
  void everyBuiltInKindHasASchema() {
    assertThat(BuiltInTypes.all())
        .hasSize(28)
        .allSatisfy(t -> assertThat(t.schema().properties()).containsKey("metadata"));
  }
}
