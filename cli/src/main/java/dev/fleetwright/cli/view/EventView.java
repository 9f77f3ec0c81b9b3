package dev.fleetwright.cli.view;

import dev.fleetwright.cli.terminal.Table;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ObjectReference;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Events in the order in which they were last seen. A pure function of what the server has. */
public record EventView(List<Event> events) {

  /**
   * Those that are asked for, in their order.
   *
   * @param object a name, or a kind and a name with a slash between; empty for all
   * @param type empty for all
   * @param reason empty for all
   */
  public static EventView of(Collection<Event> events, String object, String type, String reason) {
    return new EventView(
        events.stream()
            .filter(event -> type.isEmpty() || type.equalsIgnoreCase(event.getType()))
            .filter(event -> reason.isEmpty() || reason.equalsIgnoreCase(event.getReason()))
            .filter(event -> object.isEmpty() || isAbout(event.getInvolvedObject(), object))
            .sorted(
                Comparator.comparing(EventView::time)
                    .thenComparing(event -> String.valueOf(event.getMetadata().getNamespace()))
                    .thenComparing(event -> event.getMetadata().getName()))
            .toList());
  }

  private static boolean isAbout(ObjectReference about, String object) {
    int slash = object.indexOf('/');
    String kind = slash < 0 ? "" : object.substring(0, slash).toLowerCase(Locale.ROOT);
    String actual = String.valueOf(about.getKind()).toLowerCase(Locale.ROOT);
    return object.substring(slash + 1).equals(about.getName())
        && (kind.isEmpty()
            || actual.equals(kind)
            || (actual + "s").equals(kind)
            || actual.equals(kind + "instance"));
  }

  /** When it was last seen; servers write that in one of four places, and in two precisions. */
  static Instant time(Event event) {
    return Stream.of(
            event.getSeries() == null || event.getSeries().getLastObservedTime() == null
                ? null
                : event.getSeries().getLastObservedTime().getTime(),
            event.getLastTimestamp(),
            event.getEventTime() == null ? null : event.getEventTime().getTime(),
            event.getMetadata().getCreationTimestamp())
        .filter(Objects::nonNull)
        .flatMap(text -> parsed(text).stream())
        .findFirst()
        .orElse(Instant.EPOCH);
  }

  /** Empty for somebody else's idea of a time. */
  private static Optional<Instant> parsed(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  public String table(boolean header) {
    Table table = new Table("LAST SEEN", "TYPE", "REASON", "OBJECT", "COUNT", "MESSAGE");
    for (Event event : events) {
      table.row(
          time(event).toString(),
          String.valueOf(event.getType()),
          String.valueOf(event.getReason()),
          about(event),
          String.valueOf(count(event)),
          String.valueOf(event.getMessage()));
    }
    String text = table.render();
    return header ? text : text.substring(text.indexOf('\n') + 1);
  }

  private static String about(Event event) {
    ObjectReference about = event.getInvolvedObject();
    String namespace = about.getNamespace();
    return about.getKind()
        + "/"
        + (namespace == null || namespace.isEmpty() ? "" : namespace + "/")
        + about.getName();
  }

  private static int count(Event event) {
    return event.getCount() == null ? 1 : event.getCount();
  }

  /** The events themselves, as kubectl names objects. */
  public List<String> names() {
    return events.stream().map(event -> "event/" + event.getMetadata().getName()).toList();
  }

  public List<Map<String, Object>> plain() {
    return events.stream()
        .map(event -> {
          Map<String, Object> map = new LinkedHashMap<>();
          map.put("lastSeen", time(event).toString());
          map.put("type", String.valueOf(event.getType()));
          map.put("reason", String.valueOf(event.getReason()));
          map.put("kind", String.valueOf(event.getInvolvedObject().getKind()));
          map.put("namespace", String.valueOf(event.getInvolvedObject().getNamespace()));
          map.put("name", String.valueOf(event.getInvolvedObject().getName()));
          map.put("count", count(event));
          map.put("message", String.valueOf(event.getMessage()));
          return map;
        })
        .toList();
  }
}
