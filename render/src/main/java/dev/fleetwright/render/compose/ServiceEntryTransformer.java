package dev.fleetwright.render.compose;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A component as Compose services. Before: a Container with sidecars and init containers. After:
 * one service each; sidecars share the network of the main one, which waits for the init
 * containers.
 */
public final class ServiceEntryTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    ServiceEntry entry = new ServiceEntry(component);
    List<Map<String, @Nullable Object>> entries = new ArrayList<>();
    Map<String, @Nullable Object> main =
        entry.of(Fields.map(component.spec(), "container"), "container");
    Map<String, @Nullable Object> waits = new TreeMap<>();
    List<Map<String, @Nullable Object>> init = Fields.maps(component.spec(), "initContainers");
    for (int i = 0; i < init.size(); i++) {
      String name = component.name() + "-" + Fields.text(init.get(i), "name", "init-" + (i + 1));
      Map<String, @Nullable Object> service = entry.of(init.get(i), "initContainers[" + i + "]");
      service.put("restart", "no");
      if (!waits.isEmpty()) {
        service.put("depends_on", new LinkedHashMap<>(waits));
      }
      waits.put(name, Fields.of("condition", "service_completed_successfully"));
      entries.add(Entries.entry("services", name, service));
    }
    if (!waits.isEmpty()) {
      main.put("depends_on", waits);
    }
    entry.addTraits(main);
    entries.add(Entries.entry("services", component.name(), main));
    List<Map<String, @Nullable Object>> sidecars =
        Fields.maps(component.spec(), "sidecarContainers");
    for (int i = 0; i < sidecars.size(); i++) {
      String name =
          component.name() + "-" + Fields.text(sidecars.get(i), "name", "sidecar-" + (i + 1));
      Map<String, @Nullable Object> service =
          entry.of(sidecars.get(i), "sidecarContainers[" + i + "]");
      // One network for all, as containers of one pod have it; so ports are those of the main one.
      service.put("network_mode", "service:" + component.name());
      service.remove("expose");
      service.put("restart", main.get("restart"));
      entries.add(Entries.entry("services", name, service));
    }
    List<Problem> problems = new ArrayList<>(entry.problems());
    return Outputs.objects(entries).withProblems(problems);
  }
}
