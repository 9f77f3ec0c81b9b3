package dev.fleetwright.placement.work;

import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.ObjectKey;
import java.util.List;
import java.util.Map;

/** An object that should be at a cluster: its content, or why there is no new one. */
public sealed interface Manifest {

  ObjectKey key();

  String kind();

  /**
   * An object ready to be sent.
   *
   * @param createOnly whether it is left alone where it exists
   * @param size bytes of the content as JSON
   */
  record Ready(
      ObjectKey key, String kind, boolean createOnly, Map<String, Object> content, int size)
      implements Manifest {

    public Ready(ObjectKey key, String kind, boolean createOnly, Map<String, Object> content) {
      this(key, kind, createOnly, content, CanonicalJson.size(content));
    }
  }

  /**
   * An object whose last good content stays, since no new one could be made.
   *
   * @param kind empty when it is not known
   */
  record Failed(ObjectKey key, String kind, List<Problem> problems) implements Manifest {
    public Failed {
      problems = List.copyOf(problems);
    }
  }

  /** An object that does not exist, and is not sent. */
  record Missing(ObjectKey key, List<Problem> problems) implements Manifest {
    public Missing {
      problems = List.copyOf(problems);
    }

    @Override
    public String kind() {
      return "";
    }
  }
}
