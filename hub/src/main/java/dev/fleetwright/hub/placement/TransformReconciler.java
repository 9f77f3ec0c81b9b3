package dev.fleetwright.hub.placement;

import dev.fleetwright.api.CustomTransform;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.placement.kinds.CustomTransformStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Tells what is wrong with a CustomTransform. */
public final class TransformReconciler implements Reconciler<String> {

  private final Caches caches;
  private final Writer writer;
  private final TransformShelf shelf;

  public TransformReconciler(Caches caches, Writer writer, TransformShelf shelf) {
    this.caches = caches;
    this.writer = writer;
    this.shelf = shelf;
  }

  @Override
  public Optional<Instant> reconcile(String name) {
    CustomTransform transform = caches.transforms().get("", name);
    if (transform != null && !transform.isMarkedForDeletion()) {
      List<Problem> problems = shelf.current().problems().getOrDefault(name, List.of());
      CustomTransformStatus status =
          new CustomTransformStatus(
              transform.getMetadata().getGeneration(),
              texts(problems.stream().filter(Problem::isError).toList()),
              texts(problems.stream().filter(problem -> !problem.isError()).toList()));
      if (!status.equals(transform.getStatus())) {
        CustomTransform changed = new CustomTransform();
        changed.setMetadata(transform.getMetadata());
        changed.setSpec(transform.getSpec());
        changed.setStatus(status);
        writer.status(changed, CustomTransform.class, caches.transforms());
      }
    }
    return Optional.empty();
  }

  private static List<String> texts(List<Problem> problems) {
    return problems.stream().map(problem -> ProblemText.render(problem).stripTrailing()).toList();
  }
}
