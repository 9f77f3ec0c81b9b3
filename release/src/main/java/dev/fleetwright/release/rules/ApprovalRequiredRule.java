package dev.fleetwright.release.rules;

import dev.fleetwright.release.Approval;
import dev.fleetwright.release.DeploymentResourceContext;
import dev.fleetwright.release.Fact;
import dev.fleetwright.release.Narrowing;
import dev.fleetwright.release.PerRelease;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Releases;
import dev.fleetwright.release.options.Option;
import dev.fleetwright.release.options.Options;
import dev.fleetwright.release.options.RuleType;
import dev.fleetwright.release.options.Scope;
import dev.fleetwright.release.time.Micros;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Enough different people must approve, and nobody may reject. Of one person's words about a
 * release the latest counts.
 */
public final class ApprovalRequiredRule extends ScopedRule {

  public static final RuleType TYPE =
      new RuleType(
          "ApprovalRequired",
          "enough different people approve and nobody rejects",
          List.of(
              new Option(
                  "count",
                  "number",
                  "1",
                  "how many different approvers; 0 with byGroup by default"),
              new Option("groups", "names", "all", "only approvers of one of these groups count"),
              new Option(
                  "byGroup", "group: number", "", "how many different approvers of each group"),
              new Option(
                  "expiresAfterMinutes", "minutes", "never", "an older approval does not count")),
          "{type: ApprovalRequired, count: 2, groups: [sre, release-managers],"
              + " expiresAfterMinutes: 10080}",
          ApprovalRequiredRule::read);

  private static final int MOST = 1_000;

  /** Up to here a nested loop beats a set. */
  private static final int FEW = 16;

  private final int count;
  private final Set<String> groups;
  private final Map<String, Integer> byGroup;
  private final long expiresAfter;

  public ApprovalRequiredRule(
      String name,
      Scope scope,
      int count,
      Set<String> groups,
      Map<String, Integer> byGroup,
      long expiresAfter) {
    super(TYPE.name(), name, scope);
    this.count = count;
    this.groups = Set.copyOf(groups);
    this.byGroup = java.util.Collections.unmodifiableMap(new java.util.TreeMap<>(byGroup));
    this.expiresAfter = expiresAfter;
  }

  private static ApprovalRequiredRule read(Options options) {
    Map<String, Integer> byGroup = options.counts("byGroup", 1, MOST);
    Long expiresAfter = options.minutes("expiresAfterMinutes");
    if (expiresAfter != null && expiresAfter == 0) {
      options.problem(
          "out-of-range",
          "expiresAfterMinutes",
          "an approval that expires at once never counts",
          "use 1 or more");
    }
    return new ApprovalRequiredRule(
        nameIn(options, TYPE.name()),
        options.scope(),
        options.whole("count", byGroup.isEmpty() ? 1 : 0, MOST, byGroup.isEmpty() ? 1 : 0),
        Set.copyOf(options.texts("groups")),
        byGroup,
        expiresAfter == null ? Micros.NEVER : expiresAfter);
  }

  @Override
  public Set<Fact> reads() {
    return Set.of(Fact.APPROVALS);
  }

  @Override
  void narrow(DeploymentResourceContext context, Releases candidates, Narrowing answer) {
    if (context.lacks(Fact.APPROVALS)) {
      unknown(candidates, answer, Fact.APPROVALS, "who approved");
      return;
    }
    PerRelease.Row<List<Approval>> about =
        context.snapshot().approvals().about(context.deployment(), candidates);
    for (int i = candidates.next(0); i >= 0; i = candidates.next(i + 1)) {
      List<Approval> said = about.at(i);
      if (said.isEmpty() ? count > 0 || !byGroup.isEmpty() : !isApproved(context, said, answer)) {
        answer.remove(i);
        if (answer.explains()) {
          answer.because(i, reason(context, said));
        }
      }
    }
  }

  private boolean isApproved(
      DeploymentResourceContext context, List<Approval> said, Narrowing answer) {
    int approvers = 0;
    boolean rejected = false;
    Set<String> seen = said.size() > FEW ? new HashSet<>() : Set.of();
    for (int i = 0; i < said.size(); i++) {
      Approval approval = said.get(i);
      if (!approval.isAbout(context.target())) {
        continue;
      }
      if (approval.at() > context.now()) {
        answer.changesAt(approval.at());
        continue;
      }
      if (said.size() > FEW ? !seen.add(approval.approver()) : wasLater(context, said, i)) {
        continue;
      }
      long until = validUntil(approval);
      if (until <= context.now()) {
        continue;
      }
      answer.changesAt(until);
      if (!approval.approved()) {
        rejected = true;
      } else if (isOfGroups(approval)) {
        approvers++;
      }
    }
    return !rejected && approvers >= count && (byGroup.isEmpty() || groupsHold(context, said));
  }

  /** Approvals come latest first: has the same person said something before this in the list? */
  private static boolean wasLater(
      DeploymentResourceContext context, List<Approval> said, int index) {
    String approver = said.get(index).approver();
    for (int i = 0; i < index; i++) {
      Approval other = said.get(i);
      if (other.approver().equals(approver)
          && other.at() <= context.now()
          && other.isAbout(context.target())) {
        return true;
      }
    }
    return false;
  }

  private long validUntil(Approval approval) {
    return approval.approved() && expiresAfter != Micros.NEVER
        ? Math.min(approval.expiresAt(), Micros.plus(approval.at(), expiresAfter))
        : approval.expiresAt();
  }

  private boolean isOfGroups(Approval approval) {
    if (groups.isEmpty()) {
      return true;
    }
    for (String group : approval.groups()) {
      if (groups.contains(group)) {
        return true;
      }
    }
    return false;
  }

  private boolean groupsHold(DeploymentResourceContext context, List<Approval> said) {
    return missingOfGroups(standing(context, said)).isEmpty();
  }

  /** What counts now: the latest word of each person, unless it has expired. */
  private List<Approval> standing(DeploymentResourceContext context, List<Approval> said) {
    List<Approval> standing = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Approval approval : said) {
      if (approval.isAbout(context.target())
          && approval.at() <= context.now()
          && seen.add(approval.approver())
          && validUntil(approval) > context.now()) {
        standing.add(approval);
      }
    }
    return standing;
  }

  private List<String> missingOfGroups(List<Approval> standing) {
    List<String> missing = new ArrayList<>();
    byGroup.forEach((group, wanted) -> {
      long found =
          standing.stream().filter(a -> a.approved() && a.groups().contains(group)).count();
      if (found < wanted) {
        missing.add((wanted - found) + " of " + group);
      }
    });
    return missing;
  }

  private Reason reason(DeploymentResourceContext context, List<Approval> said) {
    List<Approval> standing = standing(context, said);
    List<String> evidence = standing.stream().map(ApprovalRequiredRule::text).toList();
    Approval rejection = standing.stream().filter(a -> !a.approved()).findFirst().orElse(null);
    List<String> approvers =
        standing.stream()
            .filter(a -> a.approved() && isOfGroups(a))
            .map(Approval::approver)
            .sorted()
            .toList();
    Reason reason =
        rejection != null
            ? Reason.of("approval-rejected", "rejected by " + rejection.approver())
                .with("rejectedBy", rejection.approver())
                .action(rejection.approver() + " can approve instead")
            : missing(approvers, standing);
    return reason
        .with("approvals", approvers.size())
        .with("required", count)
        .with("approvers", approvers)
        .evidence(evidence);
  }

  private Reason missing(List<String> approvers, List<Approval> standing) {
    List<String> wanted = new ArrayList<>();
    if (approvers.size() < count) {
      String from =
          groups.isEmpty() ? "" : " of " + String.join(" or ", groups.stream().sorted().toList());
      wanted.add((count - approvers.size()) + from);
    }
    wanted.addAll(missingOfGroups(standing));
    String all = String.join(", ", wanted);
    return Reason.of(
            "approval-missing",
            (count > 0
                    ? approvers.size() + " of " + count + " approvals; missing: "
                    : "approvals missing: ")
                + all)
        .with("missing", wanted)
        .action("approval needed: " + all + " more");
  }

  private static String text(Approval approval) {
    @Nullable String where = approval.environment();
    return approval.approver()
        + (approval.approved() ? " approved at " : " rejected at ")
        + Micros.text(approval.at())
        + (where == null ? "" : " for " + where);
  }
}
