package dev.fleetwright.release.rules;

import dev.fleetwright.release.options.RuleType;
import java.util.List;
import java.util.Optional;

/** All types of rules. A new rule is one class, one line here and one folder of cases. */
public final class RuleTypes {

  /** In the order in which people should read them. */
  public static final List<RuleType> ALL =
      List.of(
          SequentialUpgradeRule.TYPE,
          TimeWindowRule.TYPE,
          ApprovalRequiredRule.TYPE,
          VersionCooldownRule.TYPE,
          MaintenanceWindowRule.TYPE,
          ResourceConcurrencyRule.TYPE,
          PreviousDeployStatusRule.TYPE,
          GradualVersionRolloutRule.TYPE,
          HealthBudgetRule.TYPE,
          VersionSelectorRule.TYPE);

  private RuleTypes() {}

  public static List<String> names() {
    return ALL.stream().map(RuleType::name).toList();
  }

  public static Optional<RuleType> find(String name) {
    return ALL.stream().filter(type -> type.name().equals(name)).findFirst();
  }
}
