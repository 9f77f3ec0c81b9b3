package dev.fleetwright.api.swarm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.fleetwright.api.SwarmRecord;
import dev.fleetwright.api.SwarmRecordSpec;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.store.RecordId;
import dev.fleetwright.swarm.store.RecordStore;
import dev.fleetwright.swarm.store.SaveResult;
import dev.fleetwright.swarm.store.StoredRecord;
import io.fabric8.kubernetes.api.model.AnyType;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the records of swarms as SwarmRecord objects of one namespace. A save replaces the very
 * version that was read, so of two writers one is told that it is stale.
 */
public final class SwarmRecords implements RecordStore {

  private static final String ROLE_LABEL = "swarm.fleetwright.dev/role";
  private static final int CONFLICT = 409;
  private static final int NOT_FOUND = 404;
  private static final int LONGEST_READABLE = 180;
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private final MixedOperation<
          SwarmRecord, KubernetesResourceList<SwarmRecord>, Resource<SwarmRecord>>
      records;
  private final String namespace;

  /**
   * @param namespace of the hub for an orchestrator, of the mailbox for a controller
   */
  public SwarmRecords(KubernetesClient client, String namespace) {
    this.records = client.resources(SwarmRecord.class);
    this.namespace = namespace;
  }

  @Override
  public Optional<StoredRecord> load(RecordId id) throws IOException {
    try {
      SwarmRecord found = records.inNamespace(namespace).withName(nameOf(id)).get();
      return found == null || found.getStatus() == null
          ? Optional.empty()
          : Optional.of(
              new StoredRecord(
                  found.getMetadata().getResourceVersion(),
                  JSON.valueToTree(found.getStatus().getValue())));
    } catch (KubernetesClientException e) {
      throw new IOException(e);
    }
  }

  @Override
  public List<String> swarms(Actor role) throws IOException {
    try {
      return records
          .inNamespace(namespace)
          .withLabel(ROLE_LABEL, role.text())
          .list()
          .getItems()
          .stream()
          .map(SwarmRecord::getSpec)
          .filter(Objects::nonNull)
          .map(SwarmRecordSpec::swarmId)
          .sorted()
          .toList();
    } catch (KubernetesClientException e) {
      throw new IOException(e);
    }
  }

  @Override
  public SaveResult save(RecordId id, JsonNode content, @Nullable String replacedVersion)
      throws IOException {
    SwarmRecord record = new SwarmRecord();
    record.setMetadata(
        new ObjectMetaBuilder()
            .withName(nameOf(id))
            .withNamespace(namespace)
            .addToLabels(ROLE_LABEL, id.role().text())
            .withResourceVersion(replacedVersion)
            .build());
    record.setSpec(new SwarmRecordSpec(id.role().text(), id.swarmId()));
    record.setStatus(new AnyType(JSON.convertValue(content, Object.class)));
    try {
      Resource<SwarmRecord> resource = records.inNamespace(namespace).resource(record);
      SwarmRecord saved = replacedVersion == null ? resource.create() : resource.update();
      return new SaveResult.Saved(saved.getMetadata().getResourceVersion());
    } catch (KubernetesClientException e) {
      // Gone means that somebody forgot the swarm meanwhile.
      boolean stale =
          e.getCode() == CONFLICT || (e.getCode() == NOT_FOUND && replacedVersion != null);
      if (stale) {
        return new SaveResult.Stale();
      }
      throw new IOException(e);
    }
  }

  @Override
  public void delete(RecordId id) throws IOException {
    try {
      records.inNamespace(namespace).withName(nameOf(id)).delete();
    } catch (KubernetesClientException e) {
      throw new IOException(e);
    }
  }

  /** Readable, and different for different swarms: a swarm's id is no object name. */
  public static String nameOf(RecordId id) {
    String readable =
        (id.role().text() + "-" + id.swarmId())
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-");
    String cut = readable.substring(0, Math.min(LONGEST_READABLE, readable.length()));
    return cut + "-" + hash(id.role().text() + "/" + id.swarmId());
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
