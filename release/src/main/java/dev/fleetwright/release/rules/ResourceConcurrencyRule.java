package dev.fleetwright.release.rules;

import dev.fleetwright.release.DeploymentResourceContext;
import dev.fleetwright.release.Fact;
import dev.fleetwright.release.Fleet;
import dev.fleetwright.release.Job;
import dev.fleetwright.release.JobStatus;
import dev.fleetwright.release.Narrowing;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Releases;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.options.Option;
import dev.fleetwright.release.options.Options;
import dev.fleetwright.release.options.RuleType;
import dev.fleetwright.release.options.Scope;
import dev.fleetwright.release.time.Occurrence;
import dev.fleetwright.release.time.Timeline;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Not more than so many deployments at once: on a resource, in an environment, of a deployment. */
public final class ResourceConcurrencyRule extends ScopedRule {

  private static final String RUNNING = "pending, in_progress, action_required";

  public static final RuleType TYPE =
      new RuleType(
          "ResourceConcurrency",
          "not more than so many deployments at once",
          List.of(
              new Option(
                  "perResource", "number", "1 if no other limit is given", "on one resource"),
              new Option("perEnvironment", "number", "no limit", "in one environment"),
              new Option("perDeployment", "number", "no limit", "of one deployment, anywhere"),
              new Option("limit", "number", "", "the same as perResource"),
              new Option("states", "list of states", RUNNING, "which states of jobs count")),
          "{type: ResourceConcurrency, perResource: 1, perEnvironment: 10}",
          ResourceConcurrencyRule::read);

  private static final int MOST = 1_000_000;

  /** What is counted together. */
  private enum Kind {
    RESOURCE,
    ENVIRONMENT,
    DEPLOYMENT;

    private String of(Target target) {
      return switch (this) {
        case RESOURCE -> target.resource().name();
        case ENVIRONMENT -> target.environment();
        case DEPLOYMENT -> target.deployment();
      };
    }
  }

  private record IndexKey(ResourceConcurrencyRule rule, Kind kind) {}

  private final @Nullable Integer perResource;
  private final @Nullable Integer perEnvironment;
  private final @Nullable Integer perDeployment;
  private final Set<JobStatus> states;
  private final Map<Kind, IndexKey> keys = new EnumMap<>(Kind.class);

  public ResourceConcurrencyRule(
      String name,
      Scope scope,
      @Nullable Integer perResource,
      @Nullable Integer perEnvironment,
      @Nullable Integer perDeployment,
      Set<JobStatus> states) {
    super(TYPE.name(), name, scope);
    this.perResource = perResource;
    this.perEnvironment = perEnvironment;
    this.perDeployment = perDeployment;
    this.states = EnumSet.copyOf(states);
    for (Kind kind : Kind.values()) {
      keys.put(kind, new IndexKey(this, kind));
    }
  }

  private static ResourceConcurrencyRule read(Options options) {
    Integer limit = options.whole("limit", 1, MOST);
    Integer perResource = options.whole("perResource", 1, MOST);
    Integer perEnvironment = options.whole("perEnvironment", 1, MOST);
    Integer perDeployment = options.whole("perDeployment", 1, MOST);
    if (options.has("limit") && options.has("perResource")) {
      options.problem(
          "contradiction", "limit", "limit and perResource are the same", "keep perResource");
    }
    Integer onResource = perResource == null ? limit : perResource;
    if (onResource == null && perEnvironment == null && perDeployment == null) {
      onResource = 1;
    }
    return new ResourceConcurrencyRule(
        nameIn(options, TYPE.name()),
        options.scope(),
        onResource,
        perEnvironment,
        perDeployment,
        states(options));
  }

  private static Set<JobStatus> states(Options options) {
    Set<JobStatus> states = EnumSet.noneOf(JobStatus.class);
    List<String> written = options.texts("states");
    for (int i = 0; i < written.size(); i++) {
      JobStatus status = JobStatus.of(written.get(i)).orElse(null);
      if (status == null || !status.isRunning()) {
        options.problem(
            "unknown-value",
            "states[" + i + "]",
            "\"" + written.get(i) + "\" is no state of a job that runs",
            "use " + RUNNING);
      } else {
        states.add(status);
      }
    }
    return states.isEmpty()
        ? EnumSet.of(JobStatus.PENDING, JobStatus.IN_PROGRESS, JobStatus.ACTION_REQUIRED)
        : states;
  }

  @Override
  public Set<Fact> reads() {
    return Set.of(Fact.JOBS);
  }

  @Override
  public boolean isTouchedBy(Target self, Target other) {
    return isAbout(self)
        && ((perResource != null && self.resource().name().equals(other.resource().name()))
            || (perEnvironment != null && self.environment().equals(other.environment()))
            || (perDeployment != null && self.deployment().equals(other.deployment())));
  }

  @Override
  void narrow(DeploymentResourceContext context, Releases candidates, Narrowing answer) {
    if (context.lacks(Fact.JOBS)) {
      unknown(candidates, answer, Fact.JOBS, "what is being deployed");
      return;
    }
    // Each limit is looked at, so that the wake-up is the last that matters and none is forgotten.
    boolean full = isFull(context, candidates, answer, Kind.RESOURCE, perResource, false);
    full |= isFull(context, candidates, answer, Kind.ENVIRONMENT, perEnvironment, full);
    isFull(context, candidates, answer, Kind.DEPLOYMENT, perDeployment, full);
  }

  private boolean isFull(
      DeploymentResourceContext context,
      Releases candidates,
      Narrowing answer,
      Kind kind,
      @Nullable Integer limit,
      boolean removed) {
    if (limit == null) {
      return false;
    }
    Timeline running = timeline(context.snapshot().fleet(), kind, context.target());
    int intents = intents(context, kind);
    int count = running.countAt(context.now()) + intents;
    if (count < limit) {
      answer.changesAt(running.reaches(context.now(), limit - intents));
      return false;
    }
    answer.changesAt(running.fallsBelow(context.now(), limit - intents));
    if (!removed) {
      answer.removeAll(candidates);
      if (answer.explains()) {
        answer.becauseAll(candidates, reason(context, kind, limit, count));
      }
    }
    return true;
  }

  private int intents(DeploymentResourceContext context, Kind kind) {
    return switch (kind) {
      case RESOURCE -> context.intents().onResource(context.resource().name());
      case ENVIRONMENT -> context.intents().inEnvironment(context.environment());
      case DEPLOYMENT -> context.intents().ofDeployment(context.deployment()).size();
    };
  }

  private Timeline timeline(Fleet fleet, Kind kind, Target target) {
    IndexKey key = java.util.Objects.requireNonNull(keys.get(kind));
    Map<String, Timeline> index = fleet.derived(key, () -> index(fleet, kind));
    return index.getOrDefault(kind.of(target), Timeline.EMPTY);
  }

  private Map<String, Timeline> index(Fleet fleet, Kind kind) {
    Map<String, List<Occurrence>> byKey = new HashMap<>();
    for (Target target : fleet.targets()) {
      for (Job job : target.jobs()) {
        if (counts(job)) {
          byKey
              .computeIfAbsent(kind.of(target), key -> new ArrayList<>())
              .add(new Occurrence(job.startedAt(), job.finishedAt()));
        }
      }
    }
    Map<String, Timeline> index = new HashMap<>();
    byKey.forEach((key, list) -> index.put(key, Timeline.of(list)));
    return index;
  }

  /** A job that is over was in progress before. */
  private boolean counts(Job job) {
    return states.contains(job.status().isRunning() ? job.status() : JobStatus.IN_PROGRESS);
  }

  private Reason reason(DeploymentResourceContext context, Kind kind, int limit, int count) {
    String key = kind.of(context.target());
    String what = kind.name().toLowerCase(java.util.Locale.ROOT);
    List<String> evidence = new ArrayList<>();
    for (Target target : context.snapshot().fleet().targets()) {
      if (kind.of(target).equals(key)) {
        for (Job job : target.jobs()) {
          if (counts(job) && job.isRunningAt(context.now()) && evidence.size() < 10) {
            evidence.add(job.release() + " is being deployed to " + target.name());
          }
        }
      }
    }
    context.intents().all().stream()
        .filter(i -> kind.of(i.target()).equals(key))
        .limit(Math.max(0, 10 - evidence.size()))
        .forEach(i -> evidence.add(i.release() + " was admitted to " + i.target().name()));
    return Reason.of(
            "concurrency-limit",
            count
                + " of "
                + limit
                + " deployments run "
                + preposition(kind)
                + " "
                + what
                + " "
                + key)
        .with("limit", limit)
        .with("running", count)
        .with(what, key)
        .evidence(evidence);
  }

  private static String preposition(Kind kind) {
    return switch (kind) {
      case RESOURCE -> "on";
      case ENVIRONMENT -> "in";
      case DEPLOYMENT -> "of";
    };
  }
}
