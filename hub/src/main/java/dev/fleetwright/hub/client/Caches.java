package dev.fleetwright.hub.client;

import dev.fleetwright.api.Approval;
import dev.fleetwright.api.Binding;
import dev.fleetwright.api.BindingPolicy;
import dev.fleetwright.api.Bypass;
import dev.fleetwright.api.CapabilityBinding;
import dev.fleetwright.api.Catalog;
import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.CustomTransform;
import dev.fleetwright.api.Freeze;
import dev.fleetwright.api.GameDefinition;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.ModuleManifest;
import dev.fleetwright.api.Pin;
import dev.fleetwright.api.Release;
import dev.fleetwright.api.ReleasePolicy;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.StatusCollector;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.placement.Cluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One cache per kind that a controller reads; shared by all controllers. */
public final class Caches implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Caches.class);
  private static final Duration PROPERTIES_PATIENCE = Duration.ofSeconds(5);

  private final KubernetesClient client;
  private final List<Cache<?>> all = new ArrayList<>();

  private final Cache<WorldInstance> worlds;
  private final Cache<GameDefinition> games;
  private final Cache<ModuleManifest> manifests;
  private final Cache<CapabilityBinding> bindings;
  private final Cache<ManagedCluster> clusters;
  private final Cache<Release> releases;
  private final Cache<ReleasePolicy> policies;
  private final Cache<ReleaseTarget> targets;
  private final Cache<Approval> approvals;
  private final Cache<Freeze> freezes;
  private final Cache<Pin> pins;
  private final Cache<Bypass> bypasses;
  private final Cache<Catalog> catalogs;
  private final Cache<ManifestWork> works;
  private final Cache<StatusCollector> collectors;
  private final Cache<WorkStatus> workStatuses;
  private final Cache<CombinedStatus> combined;
  private final Cache<BindingPolicy> bindingPolicies;
  private final Cache<Binding> objectBindings;
  private final Cache<CustomTransform> transforms;
  private final Cache<ConfigMap> clusterProperties;

  public Caches(KubernetesClient client) {
    this.client = client;
    this.worlds = add(WorldInstance.class);
    this.games = add(GameDefinition.class);
    this.manifests = add(ModuleManifest.class);
    this.bindings = add(CapabilityBinding.class);
    this.clusters = add(ManagedCluster.class);
    this.releases = add(Release.class);
    this.policies = add(ReleasePolicy.class);
    this.targets = add(ReleaseTarget.class).index(Indexes.WORLD, Indexes::world);
    this.approvals = add(Approval.class);
    this.freezes = add(Freeze.class);
    this.pins = add(Pin.class);
    this.bypasses = add(Bypass.class);
    this.catalogs = add(Catalog.class);
    this.works =
        add(ManifestWork.class)
            .index(Indexes.OWNER, Indexes::owner)
            .index(Indexes.OWNER_ANYWHERE, Indexes::ownerAnywhere);
    this.collectors = add(StatusCollector.class);
    this.workStatuses = add(WorkStatus.class).index(Indexes.SOURCE, Indexes::source);
    this.combined = add(CombinedStatus.class).index(Indexes.COMBINES, Indexes::combines);
    this.bindingPolicies = add(BindingPolicy.class);
    this.objectBindings = add(Binding.class);
    this.transforms = add(CustomTransform.class);
    this.clusterProperties = Cache.in(client, ConfigMap.class, Cluster.PROPERTIES_NAMESPACE);
  }

  private <T extends HasMetadata> Cache<T> add(Class<T> type) {
    Cache<T> cache = Cache.of(client, type);
    all.add(cache);
    return cache;
  }

  /**
   * Starts all and returns when each has read everything once.
   *
   * @throws IllegalStateException when that takes longer than the patience
   */
  public void start(Duration patience) throws InterruptedException {
    CompletableFuture<?>[] started =
        all.stream().map(Cache::start).toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(started).get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(
          "not all kinds could be read from the API server; are the definitions of deploy/crds"
              + " installed?",
          e);
    }
    // A hub need not be allowed to read these; then templates do without.
    try {
      clusterProperties.start().get(PROPERTIES_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn(
          "ConfigMaps in {} cannot be read; templates cannot use what they say about clusters",
          Cluster.PROPERTIES_NAMESPACE);
    }
  }

  @Override
  public void close() {
    all.forEach(Cache::stop);
    clusterProperties.stop();
  }

  public Cache<WorldInstance> worlds() {
    return worlds;
  }

  public Cache<GameDefinition> games() {
    return games;
  }

  public Cache<ModuleManifest> manifests() {
    return manifests;
  }

  public Cache<CapabilityBinding> bindings() {
    return bindings;
  }

  public Cache<ManagedCluster> clusters() {
    return clusters;
  }

  public Cache<Release> releases() {
    return releases;
  }

  public Cache<ReleasePolicy> policies() {
    return policies;
  }

  public Cache<ReleaseTarget> targets() {
    return targets;
  }

  public Cache<Approval> approvals() {
    return approvals;
  }

  public Cache<Freeze> freezes() {
    return freezes;
  }

  public Cache<Pin> pins() {
    return pins;
  }

  public Cache<Bypass> bypasses() {
    return bypasses;
  }

  public Cache<Catalog> catalogs() {
    return catalogs;
  }

  public Cache<ManifestWork> works() {
    return works;
  }

  public Cache<StatusCollector> collectors() {
    return collectors;
  }

  public Cache<WorkStatus> workStatuses() {
    return workStatuses;
  }

  public Cache<CombinedStatus> combined() {
    return combined;
  }

  public Cache<BindingPolicy> bindingPolicies() {
    return bindingPolicies;
  }

  /** What BindingPolicies bind; capabilities have bindings of their own. */
  public Cache<Binding> objectBindings() {
    return objectBindings;
  }

  public Cache<CustomTransform> transforms() {
    return transforms;
  }

  /** What people wrote about clusters for templates, by the cluster's name. */
  public Cache<ConfigMap> clusterProperties() {
    return clusterProperties;
  }
}
