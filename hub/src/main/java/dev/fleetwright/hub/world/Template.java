package dev.fleetwright.hub.world;

import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.placement.work.CanonicalJson;
import dev.fleetwright.placement.work.Work;
import dev.fleetwright.swarm.protocol.TemplateRef;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The works of one world at one cluster as one thing: the hash is that of the work, or of all of
 * them when the world needs several. Every work says which template it is a part of and how many
 * parts there are, so that the other side knows when it has all.
 */
public final class Template {

  public static final String HASH = "fleetwright.dev/template";
  public static final String PARTS = "fleetwright.dev/parts";

  private Template() {}

  static Optional<TemplateRef> of(List<Work> works) {
    if (works.isEmpty()) {
      return Optional.empty();
    }
    Work first = works.getFirst();
    String hash =
        works.size() == 1
            ? first.digest()
            : CanonicalJson.digest(works.stream().map(Work::digest).toList());
    return Optional.of(new TemplateRef(first.cluster(), first.name(), hash));
  }

  static Map<String, String> annotations(Work work, TemplateRef template, int parts) {
    return Map.of(
        Work.DIGEST, work.digest(), HASH, template.hash(), PARTS, Integer.toString(parts));
  }

  /** What was delivered before; empty when nothing was. */
  public static Optional<TemplateRef> delivered(Collection<ManifestWork> works) {
    return works.stream()
        .filter(work -> Domain.orEmpty(work.getMetadata().getAnnotations()).containsKey(HASH))
        .min(Comparator.comparing(work -> work.getMetadata().getName()))
        .map(work ->
            new TemplateRef(
                work.getMetadata().getNamespace(),
                work.getMetadata().getName(),
                Domain.orEmpty(work.getMetadata().getAnnotations()).getOrDefault(HASH, "?")));
  }
}
