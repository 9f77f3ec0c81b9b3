package dev.fleetwright.cli.fleet;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.cli.view.EventView;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "events",
    description = "Show what happened to worlds and all other objects of the hub, the latest last.",
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright events --for world/anvil-sample-world --type Warning",
      "  fleetwright events --watch"
    })
public final class EventsCommand implements Callable<Integer> {

  enum Format {
    table,
    json,
    yaml,
    name
  }

  /** What events are of. */
  enum Type {
    Normal,
    Warning
  }

  private final Console console;

  @Mixin private ServerOptions server = new ServerOptions();
  @Mixin private NamespaceOptions scope = new NamespaceOptions();

  @Option(
      names = "--for",
      paramLabel = "[KIND/]NAME",
      description = "Only of this object; world is short for worldinstance.")
  private String object = "";

  @Option(names = "--type", paramLabel = "TYPE", description = "${COMPLETION-CANDIDATES}.")
  private @Nullable Type type;

  @Option(names = "--reason", paramLabel = "REASON", description = "Only for this reason.")
  private String reason = "";

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
    return server.run(console, "events", client -> watch ? watch(client) : once(client));
  }

  private EventView view(List<Event> events) {
    return EventView.of(events, object, type == null ? "" : type.name(), reason);
  }

  private int once(KubernetesClient client) {
    EventView view = view(scope.list(client, Event.class));
    if (view.events().isEmpty()) {
      console.err().println("no events");
    } else {
      print(view, true);
    }
    return ExitCode.YES;
  }

  /** What is there already comes first, in its order; then each as it happens. */
  private int watch(KubernetesClient client) throws InterruptedException {
    BlockingQueue<Event> happened = new LinkedBlockingQueue<>();
    List<Event> before = scope.list(client, Event.class);
    Map<String, String> told = new HashMap<>();
    before.forEach(event -> told.put(uid(event), version(event)));
    print(view(before), true);
    try (SharedIndexInformer<Event> _ = scope.inform(client, Event.class, new Queueing(happened))) {
      while (true) {
        Event event = happened.take();
        if (!version(event).equals(told.put(uid(event), version(event)))) {
          print(view(List.of(event)), false);
        }
      }
    }
  }

  private static String uid(Event event) {
    return event.getMetadata().getUid();
  }

  private static String version(Event event) {
    return Objects.requireNonNullElse(event.getMetadata().getResourceVersion(), "");
  }

  private record Queueing(BlockingQueue<Event> queue) implements ResourceEventHandler<Event> {

    @Override
    public void onAdd(Event event) {
      queue.add(event);
    }

    @Override
    public void onUpdate(Event before, Event now) {
      queue.add(now);
    }

    @Override
    public void onDelete(Event event, boolean unknown) {}
  }

  private void print(EventView view, boolean header) {
    console
        .out()
        .print(
            switch (format) {
              case table -> view.table(header);
              case json -> Machine.json(view.plain());
              case yaml -> Machine.yaml(view.plain());
              case name -> view.names();
            });
    console.out().flush();
  }
}
