package dev.fleetwright.api;

import io.fabric8.kubernetes.client.CustomResource;
import java.util.List;

/** All kinds of the control plane. */
public final class Kinds {

  public static final List<Class<? extends CustomResource<?, ?>>> ALL =
      List.of(
          ModuleManifest.class,
          GameDefinition.class,
          WorldInstance.class,
          CapabilityBinding.class,
          Release.class,
          ReleasePolicy.class,
          ReleaseTarget.class,
          Approval.class,
          Freeze.class,
          Pin.class,
          Bypass.class,
          Catalog.class,
          ManagedCluster.class,
          ManifestWork.class,
          BindingPolicy.class,
          Binding.class,
          CustomTransform.class,
          StatusCollector.class,
          CombinedStatus.class,
          WorkStatus.class,
          SwarmRecord.class);

  private Kinds() {}
}
