package dev.fleetwright.cli.fleet;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.cli.terminal.Table;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "events",
    description = "Show what happened to worlds, the latest last.",
    footerHeading = "%nExample:%n",
    footer = "  fleetwright events --for anvil-sample-world --type Warning")
public final class EventsCommand implements Callable<Integer> {

  enum Format {
    table,
    json,
    yaml
  }

  private final Console console;

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NS",
      description = "Only of this namespace.")
  private @Nullable String namespace;

  @Option(names = "--for", paramLabel = "[KIND/]NAME", description = "Only of this object.")
  private @Nullable String object;

  @Option(names = "--type", paramLabel = "TYPE", description = "Normal or Warning.")
  private @Nullable String type;

  @Option(
      names = {"-w", "--watch"},
      description = "Go on with what happens, until Ctrl-C.")
  private boolean watch;

  @Option(
      names = "-o",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "${COMPLETION-CANDIDATES}")
  private Format format = Format.table;

  public EventsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    return server.run(console, "events", this::show);
  }

  private int show(KubernetesClient client) throws InterruptedException {
    var events = client.v1().events();
    var list =
        namespace == null ? events.inAnyNamespace().list() : events.inNamespace(namespace).list();
    List<Event> found =
        list.getItems().stream()
            .filter(this::isWanted)
            .sorted(
                Comparator.comparing(EventsCommand::time)
                    .thenComparing(event -> event.getMetadata().getName()))
            .toList();
    print(found);
    if (!watch) {
      return ExitCode.YES;
    }
    CountDownLatch ended = new CountDownLatch(1);
    Watcher<Event> watcher = new Printer(ended);
    String version = list.getMetadata().getResourceVersion();
    try (Watch _ =
        namespace == null
            ? events.inAnyNamespace().withResourceVersion(version).watch(watcher)
            : events.inNamespace(namespace).withResourceVersion(version).watch(watcher)) {
      ended.await();
    }
    console.err().println("fleetwright events: the server has ended the watch");
    return ExitCode.NO;
  }

  private final class Printer implements Watcher<Event> {

    private final CountDownLatch ended;

    Printer(CountDownLatch ended) {
      this.ended = ended;
    }

    @Override
    public void eventReceived(Action action, Event event) {
      if ((action == Action.ADDED || action == Action.MODIFIED) && isWanted(event)) {
        print(List.of(event));
      }
    }

    @Override
    public void onClose(@Nullable WatcherException cause) {
      ended.countDown();
    }
  }

  private boolean isWanted(Event event) {
    if (type != null && !type.equalsIgnoreCase(event.getType())) {
      return false;
    }
    if (object == null) {
      return true;
    }
    String[] parts = object.split("/", -1);
    String kind = parts.length > 1 ? parts[0].toLowerCase(Locale.ROOT) : "";
    var about = event.getInvolvedObject();
    String actual = String.valueOf(about.getKind()).toLowerCase(Locale.ROOT);
    return parts[parts.length - 1].equals(about.getName())
        && (kind.isEmpty()
            || actual.equals(kind)
            || actual.equals(kind + "instance")
            || (actual + "s").equals(kind));
  }

  private static String time(Event event) {
    return Objects.requireNonNullElse(
        event.getLastTimestamp(),
        Objects.requireNonNullElse(event.getMetadata().getCreationTimestamp(), ""));
  }

  private void print(List<Event> events) {
    if (format == Format.table) {
      Table table = new Table("LAST SEEN", "TYPE", "REASON", "OBJECT", "COUNT", "MESSAGE");
      for (Event event : events) {
        table.row(
            time(event),
            String.valueOf(event.getType()),
            String.valueOf(event.getReason()),
            event.getInvolvedObject().getKind()
                + "/"
                + event.getInvolvedObject().getNamespace()
                + "/"
                + event.getInvolvedObject().getName(),
            String.valueOf(event.getCount() == null ? 1 : event.getCount()),
            String.valueOf(event.getMessage()));
      }
      if (events.isEmpty()) {
        console.err().println("no events");
      } else {
        console.out().print(table.render());
      }
    } else {
      List<Map<String, Object>> plain = events.stream().map(EventsCommand::plain).toList();
      console.out().print(format == Format.json ? Machine.json(plain) : Machine.yaml(plain));
    }
    console.out().flush();
  }

  private static Map<String, Object> plain(Event event) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("lastSeen", time(event));
    map.put("type", String.valueOf(event.getType()));
    map.put("reason", String.valueOf(event.getReason()));
    map.put("kind", String.valueOf(event.getInvolvedObject().getKind()));
    map.put("namespace", String.valueOf(event.getInvolvedObject().getNamespace()));
    map.put("name", String.valueOf(event.getInvolvedObject().getName()));
    map.put("count", event.getCount() == null ? 1 : event.getCount());
    map.put("message", String.valueOf(event.getMessage()));
    return map;
  }
}
