package dev.fleetwright.release.rules;

import dev.fleetwright.release.DeploymentResourceContext;
import dev.fleetwright.release.Fact;
import dev.fleetwright.release.Narrowing;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Releases;
import dev.fleetwright.release.options.Option;
import dev.fleetwright.release.options.Options;
import dev.fleetwright.release.options.RuleType;
import dev.fleetwright.release.options.Scope;
import dev.fleetwright.release.options.WindowOptions;
import dev.fleetwright.release.time.Micros;
import dev.fleetwright.release.time.Window;
import dev.fleetwright.release.time.Windows;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;

/**
 * Deployments only inside windows, or only outside of them. From the minute a window opens until
 * just before the minute it closes.
 */
public final class TimeWindowRule extends ScopedRule {

  public static final RuleType TYPE =
      new RuleType(
          "TimeWindow",
          "deployments only inside windows of time (or, with mode deny, only outside)",
          List.of(
              new Option(
                  "windows",
                  "list",
                  "required",
                  "each with days, from, to (may cross midnight; 24:00 ends a day); or recurrence"
                      + " (RFC 5545) and durationMinutes; or startsAt and endsAt; and a name"),
              new Option("timezone", "IANA zone", "UTC", "where the clocks of the windows hang"),
              new Option("mode", "allow or deny", "allow", "what happens inside")),
          "{type: TimeWindow, timezone: Europe/Helsinki, windows: [{days: [Mon, Tue], from:"
              + " \"22:00\", to: \"02:00\"}]}",
          TimeWindowRule::read);

  private final Windows windows;
  private final ZoneId zone;
  private final boolean deny;

  public TimeWindowRule(String name, Scope scope, List<Window> windows, ZoneId zone, boolean deny) {
    super(TYPE.name(), name, scope);
    this.windows = new Windows(windows);
    this.zone = zone;
    this.deny = deny;
  }

  private static TimeWindowRule read(Options options) {
    ZoneId zone = options.zone("timezone");
    boolean deny = options.choice("mode", List.of("allow", "deny")).equals("deny");
    List<Window> windows = WindowOptions.read(options, "windows", zone);
    if (!options.has("windows")) {
      options.required("windows");
    } else if (options.mappings("windows").isEmpty() && !deny) {
      options.problem(
          "window-never-opens", "windows", "without windows it never opens", "add a window");
    }
    return new TimeWindowRule(nameIn(options, TYPE.name()), options.scope(), windows, zone, deny);
  }

  @Override
  public Set<Fact> reads() {
    return Set.of();
  }

  @Override
  void narrow(DeploymentResourceContext context, Releases candidates, Narrowing answer) {
    Windows.State state = windows.at(context.now());
    answer.changesAt(state.until());
    if (state.isActive() != deny) {
      return;
    }
    answer.removeAll(candidates);
    if (answer.explains()) {
      answer.becauseAll(candidates, deny ? insideDenied(state) : outside(state));
    }
  }

  private Reason outside(Windows.State state) {
    boolean opens = state.nextStart() != Micros.NEVER;
    String message =
        opens
            ? "outside of its windows; the next opens at " + local(state.nextStart())
            : "outside of its windows, and none opens again";
    Reason reason =
        Reason.of("outside-window", message)
            .with("timezone", zone.getId())
            .with("windows", windows.all().stream().map(Window::name).toList())
            .with("opensAt", opens ? Micros.text(state.nextStart()) : null);
    return opens ? reason : reason.action("add a window that lies ahead");
  }

  private Reason insideDenied(Windows.State state) {
    return Reason.of(
            "inside-denied-window",
            "inside the denied " + state.names() + " until " + local(state.lastEnd()))
        .with("timezone", zone.getId())
        .with("windows", state.active().stream().map(Window::name).toList())
        .with("closesAt", Micros.text(state.lastEnd()));
  }

  private String local(long time) {
    return Micros.toInstant(time).atZone(zone).toString();
  }
}
