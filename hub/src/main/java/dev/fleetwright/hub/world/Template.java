package dev.fleetwright.hub.world;

import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.placement.work.CanonicalJson;
import dev.fleetwright.placement.work.Work;
import dev.fleetwright.swarm.protocol.TemplateRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The works of one world at one cluster as one thing: the hash is that of the work, or of all of
 * them when the world needs several. Every work says which template it is a part of and how many
 * parts there are, so that the other side knows when it has all.
 */
public final class Template {

  public static final String HASH = "fleetwright.dev/template";
  public static final String PARTS = "fleetwright.dev/parts";

  /** Which modules each module needs before it starts, as JSON. */
  public static final String NEEDS = "fleetwright.dev/needs";

  private Template() {}

  /**
   * @param needs who comes before whom; another order is another template
   */
  static Optional<TemplateRef> of(List<Work> works, SortedMap<String, List<String>> needs) {
    if (works.isEmpty()) {
      return Optional.empty();
    }
    Work first = works.getFirst();
    List<Object> content = new ArrayList<>(works.stream().map(Work::digest).toList());
    if (!needs.isEmpty()) {
      content.add(needs);
    }
    String hash = content.size() == 1 ? first.digest() : CanonicalJson.digest(content);
    return Optional.of(new TemplateRef(first.cluster(), first.name(), hash, needs));
  }

  static Map<String, String> annotations(Work work, TemplateRef template, int parts) {
    Map<String, String> annotations = new TreeMap<>();
    annotations.put(Work.DIGEST, work.digest());
    annotations.put(HASH, template.hash());
    annotations.put(PARTS, Integer.toString(parts));
    if (!template.needs().isEmpty()) {
      annotations.put(NEEDS, CanonicalJson.of(template.needs()));
    }
    return annotations;
  }

  /** What was delivered before; empty when nothing was. */
  public static Optional<TemplateRef> delivered(Collection<ManifestWork> works) {
    return works.stream()
        .filter(work -> Domain.orEmpty(work.getMetadata().getAnnotations()).containsKey(HASH))
        .min(Comparator.comparing(work -> work.getMetadata().getName()))
        .map(Template::delivered);
  }

  private static TemplateRef delivered(ManifestWork work) {
    Map<String, String> annotations = Domain.orEmpty(work.getMetadata().getAnnotations());
    SortedMap<String, List<String>> needs = new TreeMap<>();
    Plain.parse(annotations.getOrDefault(NEEDS, "{}"))
        .forEach((module, providers) -> {
          if (providers instanceof List<?> list) {
            needs.put(module, list.stream().map(String::valueOf).toList());
          }
        });
    return new TemplateRef(
        work.getMetadata().getNamespace(),
        work.getMetadata().getName(),
        annotations.getOrDefault(HASH, "?"),
        needs);
  }
}
