package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.Multiplicity;
import dev.fleetwright.capability.kinds.Nfr;
import dev.fleetwright.capability.kinds.ProvidedCapability;
import dev.fleetwright.capability.kinds.RequiredCapability;
import dev.fleetwright.capability.kinds.Scope;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.semver.Range;
import dev.fleetwright.semver.Version;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses one manifest and finds everything wrong with it. A broken entry spoils itself only. */
final class ManifestCompiler {

  private static final Pattern CAPABILITY_ID =
      Pattern.compile("[a-z][a-z0-9-]*+(\\.[a-z][a-z0-9-]*+)++");

  private final ModuleManifest manifest;
  private final List<Problem> problems = new ArrayList<>();

  ManifestCompiler(ModuleManifest manifest) {
    this.manifest = manifest;
  }

  CompiledModule compile() {
    List<Provision> provisions = provisions();
    List<Need> needs = needs();
    return new CompiledModule(manifest.key(), needs, provisions, problems);
  }

  private List<Provision> provisions() {
    List<Provision> provisions = new ArrayList<>();
    List<ProvidedCapability> written = manifest.spec().provides();
    record Offer(String capabilityId, Scope scope, Version version) {}
    Map<Offer, Integer> first = new LinkedHashMap<>();
    for (int i = 0; i < written.size(); i++) {
      ProvidedCapability offered = written.get(i);
      String path = "spec.provides[" + i + "]";
      checkCapabilityId(offered.capabilityId(), path);
      List<Problem> own = new ArrayList<>();
      Version version = parsed(Version.parse(offered.version()), path + ".version", own);
      checkNfr(offered.promises(), path + ".nfr", own);
      problems.addAll(own);
      provisions.add(
          new Provision(
              manifest.metadata().name(),
              i,
              offered,
              version,
              Set.copyOf(offered.supportedFeatures()),
              own));
      if (version != null) {
        Integer before =
            first.putIfAbsent(
                new Offer(offered.capabilityId(), offered.scope(), version.withoutBuild()), i);
        if (before != null) {
          problems.add(
              new Problem(
                      "duplicate-provision",
                      path,
                      offered.capabilityId()
                          + " "
                          + offered.version()
                          + " in scope "
                          + offered.scope()
                          + " is provided by spec.provides["
                          + before
                          + "] already",
                      "remove one of the two, or give them different versions")
                  .asWarning());
        }
      }
    }
    return provisions;
  }

  private List<Need> needs() {
    List<RequiredCapability> written = manifest.spec().requires();
    record Identity(String capabilityId, Scope scope, Multiplicity multiplicity) {}
    Map<Identity, List<Need>> byIdentity = new LinkedHashMap<>();
    for (int i = 0; i < written.size(); i++) {
      RequiredCapability wanted = written.get(i);
      byIdentity
          .computeIfAbsent(
              new Identity(wanted.capabilityId(), wanted.scope(), wanted.multiplicity()),
              _ -> new ArrayList<>(1))
          .add(need(i, wanted));
    }
    List<Need> needs = new ArrayList<>();
    byIdentity.values().forEach(same -> needs.addAll(apart(same)));
    needs.sort(Need.ORDER);
    return needs;
  }

  private Need need(int index, RequiredCapability wanted) {
    String path = "spec.requires[" + index + "]";
    checkCapabilityId(wanted.capabilityId(), path);
    List<Problem> own = new ArrayList<>();
    Range range = parsed(Range.parse(wanted.versionConstraint()), path + ".versionConstraint", own);
    checkNfr(wanted.wishes(), path + ".nfr", own);
    problems.addAll(own);
    if (range != null && range.isEmpty()) {
      problems.add(
          new Problem(
                  "empty-range",
                  path + ".versionConstraint",
                  "no version can satisfy \"" + wanted.versionConstraint() + "\"",
                  "write a range that admits a version, such as ^1.2.0")
              .asWarning());
    }
    return new Need(
        manifest.metadata().name(),
        index,
        wanted,
        range,
        CompatibilityRule.concerning(wanted),
        own);
  }

  /**
   * Requirements of one identity would share one binding. Equal ones do no harm and become one; of
   * others nobody can say which is meant, so none is resolved anew.
   */
  private List<Need> apart(List<Need> same) {
    if (same.size() == 1) {
      return same;
    }
    Need first = same.getFirst();
    boolean equal = same.stream().allMatch(need -> need.wanted().equals(first.wanted()));
    List<Need> apart = new ArrayList<>();
    for (Need need : same) {
      Need other = need.index() == first.index() ? same.get(1) : first;
      Problem problem = duplicate(need, other, equal);
      if (equal) {
        if (need.index() == first.index()) {
          apart.add(need);
        } else {
          problems.add(problem.asWarning());
        }
      } else {
        problems.add(problem);
        apart.add(need.isBroken() ? need : need.withProblem(problem));
      }
    }
    return apart;
  }

  private static Problem duplicate(Need need, Need other, boolean equal) {
    String what =
        need.capabilityId()
            + " in scope "
            + need.scope()
            + " with multiplicity "
            + need.multiplicity();
    return equal
        ? new Problem(
            "duplicate-requirement",
            "spec.requires[" + need.index() + "]",
            what + " is required by spec.requires[" + other.index() + "] already",
            "remove one of the two")
        : new Problem(
            "conflicting-requirements",
            "spec.requires[" + need.index() + "]",
            what
                + " is required twice, with "
                + quoted(need.wanted().versionConstraint())
                + " here and "
                + quoted(other.wanted().versionConstraint())
                + " in spec.requires["
                + other.index()
                + "]",
            "join the two into one requirement, since they would share one binding");
  }

  private void checkCapabilityId(String id, String path) {
    if (!CAPABILITY_ID.matcher(id).matches()) {
      problems.add(
          new Problem(
                  "unusual-capability-id",
                  path + ".capabilityId",
                  quoted(id) + " is not made of lower-case words joined by dots",
                  "name it like time.source, so that other tools accept it")
              .asWarning());
    }
  }

  private static void checkNfr(Nfr nfr, String path, List<Problem> found) {
    if (nfr.latency() != null) {
      checkAmount(nfr.latency().p95Ms(), path + ".latency.p95Ms", found);
    }
    checkAmount(nfr.tickRateHz(), path + ".tickRateHz", found);
  }

  private static void checkAmount(Nfr.@Nullable Amount amount, String path, List<Problem> found) {
    if (amount != null && !(amount.value() >= 0 && Double.isFinite(amount.value()))) {
      found.add(
          new Problem(
              "invalid-figure",
              path + ".value",
              Figures.text(amount.value()) + " is no figure of 0 or more",
              "write a number from 0 up"));
    }
  }

  private static <T> @Nullable T parsed(Checked<T> checked, String path, List<Problem> found) {
    return switch (checked) {
      case Checked.Valid<T>(T value) -> value;
      case Checked.Invalid<T>(List<Problem> wrong) -> {
        wrong.forEach(problem -> found.add(problem.withPath(path)));
        yield null;
      }
    };
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }
}
