package dev.fleetwright.release.policy;

import dev.fleetwright.documents.Document;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.release.Approval;
import dev.fleetwright.release.Bypass;
import dev.fleetwright.release.Freeze;
import dev.fleetwright.release.Health;
import dev.fleetwright.release.Job;
import dev.fleetwright.release.JobStatus;
import dev.fleetwright.release.Pin;
import dev.fleetwright.release.Release;
import dev.fleetwright.release.Resource;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.TargetSelector;
import dev.fleetwright.release.Term;
import dev.fleetwright.release.kinds.ApprovalObject;
import dev.fleetwright.release.kinds.ApprovalSpec;
import dev.fleetwright.release.kinds.BypassObject;
import dev.fleetwright.release.kinds.BypassSpec;
import dev.fleetwright.release.kinds.FreezeObject;
import dev.fleetwright.release.kinds.FreezeSpec;
import dev.fleetwright.release.kinds.HealthEntry;
import dev.fleetwright.release.kinds.HistoryEntry;
import dev.fleetwright.release.kinds.PinObject;
import dev.fleetwright.release.kinds.PinSpec;
import dev.fleetwright.release.kinds.ReleaseObject;
import dev.fleetwright.release.kinds.ReleaseSpec;
import dev.fleetwright.release.kinds.ReleaseTargetObject;
import dev.fleetwright.release.kinds.ReleaseTargetSpec;
import dev.fleetwright.release.kinds.ReleaseTargetStatus;
import dev.fleetwright.release.kinds.TargetSelectorSpec;
import dev.fleetwright.release.kinds.VersionSpec;
import dev.fleetwright.release.options.Options;
import dev.fleetwright.release.time.Micros;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one object; what is wrong with it is collected with paths from its root. */
final class ObjectReader {

  private final Document document;
  private final int number;
  private final List<Problem> problems = new ArrayList<>();

  ObjectReader(Document document, int number) {
    this.document = document;
    this.number = number;
  }

  List<Problem> problems() {
    return problems;
  }

  /** What it is called; for those that need no name, their kind and number. */
  String name() {
    return document.name().isEmpty()
        ? document.kind().toLowerCase(java.util.Locale.ROOT) + "-" + number
        : document.name();
  }

  @Nullable Release release(ReleaseObject object) {
    ReleaseSpec spec = object.spec();
    Instant created = document.metadata().creationTimestamp();
    long createdAt =
        spec.createdAt() == null && created != null
            ? Micros.of(created)
            : requiredTime(spec.createdAt(), "spec.createdAt");
    VersionSpec version = spec.version();
    return problems.isEmpty()
        ? new Release(
            name(),
            spec.deployment(),
            createdAt,
            version == null
                ? new Release.Version(name(), Map.of(), Map.of())
                : new Release.Version(
                    version.tag() == null ? name() : version.tag(),
                    version.config(),
                    version.metadata()),
            spec.variables())
        : null;
  }

  @Nullable Target target(ReleaseTargetObject object) {
    ReleaseTargetSpec spec = object.spec();
    ReleaseTargetStatus status = object.status();
    List<Job> jobs = new ArrayList<>();
    List<Health> health = new ArrayList<>();
    if (status != null) {
      for (int i = 0; i < status.history().size(); i++) {
        Job job = job(status.history().get(i), "status.history[" + i + "]");
        if (job != null) {
          jobs.add(job);
        }
      }
      for (int i = 0; i < status.health().size(); i++) {
        HealthEntry entry = status.health().get(i);
        health.add(
            new Health(
                entry.metric(),
                entry.value(),
                time(entry.at(), "status.health[" + i + "].at", Micros.ALWAYS)));
      }
    }
    String world = spec.world();
    return problems.isEmpty()
        ? new Target(
            name(),
            world == null ? "" : world,
            spec.deployment(),
            spec.environment(),
            new Resource(spec.resource().name(), spec.resource().labels()),
            spec.desiredRelease(),
            status == null ? null : status.current(),
            jobs,
            health)
        : null;
  }

  private @Nullable Job job(HistoryEntry entry, String path) {
    JobStatus status = JobStatus.of(entry.status()).orElse(null);
    if (status == null) {
      List<String> known = Arrays.stream(JobStatus.values()).map(JobStatus::text).toList();
      problems.add(
          new Problem(
              "unknown-status",
              path + ".status",
              "\"" + entry.status() + "\" is no status of a deployment",
              Suggestion.nearest(entry.status(), known)
                  .map(near -> "did you mean \"" + near + "\"?")
                  .orElse("use one of " + String.join(", ", known))));
      return null;
    }
    long finished = time(entry.finishedAt(), path + ".finishedAt", Micros.NEVER);
    boolean noStart = entry.startedAt() == null;
    long started =
        noStart
            ? (finished == Micros.NEVER || status.isRunning() ? Micros.ALWAYS : finished)
            : time(entry.startedAt(), path + ".startedAt", Micros.ALWAYS);
    if (!status.isRunning() && started > finished) {
      problems.add(
          new Problem(
              "contradiction",
              path + ".finishedAt",
              "it ends before it begins",
              "exchange startedAt and finishedAt"));
    }
    return new Job(
        entry.release(), status, started, finished, Boolean.TRUE.equals(entry.verified()));
  }

  @Nullable Approval approval(ApprovalObject object) {
    ApprovalSpec spec = object.spec();
    boolean approved = spec.verdict().equals("approved");
    if (!approved && !spec.verdict().equals("rejected")) {
      problems.add(
          new Problem(
              "unknown-value",
              "spec.verdict",
              "\"" + spec.verdict() + "\" is no verdict",
              "use approved or rejected"));
    }
    Instant created = document.metadata().creationTimestamp();
    long at = time(spec.at(), "spec.at", created == null ? Micros.ALWAYS : Micros.of(created));
    long expiresAt = time(spec.expiresAt(), "spec.expiresAt", Micros.NEVER);
    return problems.isEmpty()
        ? new Approval(
            spec.release(),
            spec.environment(),
            spec.resource(),
            spec.approver(),
            spec.groups(),
            approved,
            at,
            expiresAt)
        : null;
  }

  @Nullable Freeze freeze(FreezeObject object) {
    FreezeSpec spec = object.spec();
    required(spec.reason(), "spec.reason", "say why");
    Term term = term(spec.author(), spec.reason(), spec.startsAt(), spec.expiresAt());
    TargetSelector selector = selector(spec.selector());
    return problems.isEmpty() ? new Freeze(name(), selector, term) : null;
  }

  @Nullable Pin pin(PinObject object) {
    PinSpec spec = object.spec();
    String release = required(spec.release(), "spec.release", "name the release");
    Term term = term(spec.author(), spec.reason(), spec.startsAt(), spec.expiresAt());
    TargetSelector selector = selector(spec.selector());
    return problems.isEmpty() ? new Pin(name(), selector, release, term) : null;
  }

  @Nullable Bypass bypass(BypassObject object) {
    BypassSpec spec = object.spec();
    required(spec.reason(), "spec.reason", "say why");
    String release = required(spec.release(), "spec.release", "name the release");
    if (spec.rules().isEmpty()) {
      problems.add(
          new Problem(
              "missing-field", "spec.rules", "it names no rules", "list the rules to get past"));
    }
    Term term = term(spec.author(), spec.reason(), spec.startsAt(), spec.expiresAt());
    TargetSelector selector = selector(spec.selector());
    return problems.isEmpty()
        ? new Bypass(name(), selector, Set.copyOf(spec.rules()), release, term)
        : null;
  }

  private TargetSelector selector(@Nullable TargetSelectorSpec spec) {
    return Selectors.read(spec, "spec.selector", problems);
  }

  private Term term(
      @Nullable String author,
      @Nullable String reason,
      @Nullable String startsAt,
      @Nullable String expiresAt) {
    String who = required(author, "spec.author", "say who");
    long start = time(startsAt, "spec.startsAt", Micros.ALWAYS);
    int before = problems.size();
    long end = requiredTime(expiresAt, "spec.expiresAt");
    if (problems.size() == before && end <= start) {
      problems.add(
          new Problem(
              "contradiction",
              "spec.expiresAt",
              "it expires before it starts",
              "exchange startsAt and expiresAt"));
    }
    return new Term(who, reason == null ? "" : reason, start, end);
  }

  private String required(@Nullable String value, String path, String nextStep) {
    if (value == null || value.isBlank()) {
      String field = path.substring(path.lastIndexOf('.') + 1);
      problems.add(new Problem("missing-field", path, "\"" + field + "\" is missing", nextStep));
      return "";
    }
    return value;
  }

  private long requiredTime(@Nullable String text, String path) {
    String value = required(text, path, "write it as 2026-03-01T10:00:00Z");
    return value.isEmpty() ? 0 : time(value, path, 0);
  }

  private long time(@Nullable String text, String path, long ifAbsent) {
    return text == null ? ifAbsent : Options.parseTime(text, path, problems).orElse(ifAbsent);
  }
}
