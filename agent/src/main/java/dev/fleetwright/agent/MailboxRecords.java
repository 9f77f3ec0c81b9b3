package dev.fleetwright.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.store.RecordId;
import dev.fleetwright.swarm.store.RecordStore;
import dev.fleetwright.swarm.store.SaveResult;
import dev.fleetwright.swarm.store.StoredRecord;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The records of the controllers as SwarmRecord objects, each in the mailbox of its cluster: the
 * agent can reach no other place of the hub.
 */
final class MailboxRecords implements RecordStore {

  private static final String ROLE_LABEL = "swarm.fleetwright.dev/role";
  private static final int LONGEST_READABLE = 180;

  private final KubernetesClient hub;
  private final Supplier<Set<String>> clusters;

  /** Where swarms that run alone are; the id of any other says it. */
  private final Map<String, String> places = new ConcurrentHashMap<>();

  MailboxRecords(KubernetesClient hub, Supplier<Set<String>> clusters) {
    this.hub = hub;
    this.clusters = clusters;
  }

  String clusterOf(String swarmId) {
    String place = places.get(swarmId);
    return place == null ? swarmId.substring(swarmId.lastIndexOf('_') + 1) : place;
  }

  /** Notes where a swarm is. */
  void place(String swarmId, String cluster) {
    places.put(swarmId, cluster);
  }

  /** Readable, and different for different swarms: a swarm's id is no object name. */
  private static String nameOf(RecordId id) {
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

  @Override
  public Optional<StoredRecord> load(RecordId id) throws IOException {
    try {
      return Optional.ofNullable(
              Wire.resource(hub, Kinds.SWARM_RECORD, clusterOf(id.swarmId()), nameOf(id)).get())
          .map(object ->
              new StoredRecord(
                  object.getMetadata().getResourceVersion(), Wire.tree(object).path("status")));
    } catch (KubernetesClientException e) {
      throw new IOException(e);
    }
  }

  @Override
  public List<String> swarms(Actor role) throws IOException {
    List<String> found = new ArrayList<>();
    for (String cluster : clusters.get()) {
      found.addAll(swarms(role, cluster));
    }
    return found;
  }

  /** The swarms of one cluster that a role has records of. */
  List<String> swarms(Actor role, String cluster) throws IOException {
    try {
      return hub
          .genericKubernetesResources(Wire.context(Kinds.SWARM_RECORD))
          .inNamespace(cluster)
          .withLabel(ROLE_LABEL, role.text())
          .list()
          .getItems()
          .stream()
          .map(object -> Wire.tree(object).path("spec"))
          .map(spec -> spec.path("swarmId").asText(""))
          // A world's says where it is; one that runs alone is where its record is.
          .filter(swarmId -> swarmId.indexOf('_') < 0 || clusterOf(swarmId).equals(cluster))
          .sorted()
          .toList();
    } catch (KubernetesClientException e) {
      throw new IOException(e);
    }
  }

  @Override
  public SaveResult save(RecordId id, JsonNode content, @Nullable String replacedVersion)
      throws IOException {
    GenericKubernetesResource object = Wire.object(tree(id, content, replacedVersion));
    var one =
        hub.genericKubernetesResources(Wire.context(Kinds.SWARM_RECORD))
            .inNamespace(clusterOf(id.swarmId()))
            .resource(object);
    try {
      GenericKubernetesResource saved = replacedVersion == null ? one.create() : one.update();
      return new SaveResult.Saved(saved.getMetadata().getResourceVersion());
    } catch (KubernetesClientException e) {
      boolean gone = e.getCode() == 404 && replacedVersion != null;
      if (e.getCode() == 409 || gone) {
        return new SaveResult.Stale();
      }
      throw new IOException(e);
    }
  }

  private ObjectNode tree(RecordId id, JsonNode content, @Nullable String version) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("apiVersion", Kinds.SWARM_RECORD.group() + "/" + Kinds.SWARM_RECORD.version());
    tree.put("kind", Kinds.SWARM_RECORD.kind());
    ObjectNode metadata = tree.putObject("metadata");
    metadata.put("name", nameOf(id)).put("namespace", clusterOf(id.swarmId()));
    metadata.putObject("labels").put(ROLE_LABEL, id.role().text());
    if (version != null) {
      metadata.put("resourceVersion", version);
    }
    ObjectNode spec = tree.putObject("spec");
    spec.put("swarmId", id.swarmId()).put("role", id.role().text());
    tree.set("status", content);
    return tree;
  }

  @Override
  public void delete(RecordId id) throws IOException {
    try {
      Wire.resource(hub, Kinds.SWARM_RECORD, clusterOf(id.swarmId()), nameOf(id)).delete();
    } catch (KubernetesClientException e) {
      throw new IOException(e);
    }
  }
}
