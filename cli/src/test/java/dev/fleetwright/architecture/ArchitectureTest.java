package dev.fleetwright.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The directions and the purity that the design promises, checked on the compiled classes of every
 * module.
 */
class ArchitectureTest {

  private static final String ROOT = "dev.fleetwright";

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  /** What every core may build on. */
  private static final List<String> SHARED = List.of("model", "semver", "cel", "documents");

  private static final List<String> CORES =
      List.of("capability", "release", "render", "placement", "status", "swarm");

  /** Where files are read for the cores; everything else in that module is pure. */
  private static final String READS_FILES = ROOT + ".documents.files..";

  private static final Set<String> IMPURE_PACKAGES =
      Set.of("java.net", "java.nio.file", "java.nio.channels", "java.net.http", "java.security");

  private static final Set<String> IMPURE_CLASSES =
      Set.of(
          "java.io.File",
          "java.io.FileInputStream",
          "java.io.FileOutputStream",
          "java.io.FileReader",
          "java.io.FileWriter",
          "java.io.RandomAccessFile",
          "java.util.Random",
          "java.util.SplittableRandom",
          "java.util.concurrent.ThreadLocalRandom",
          "java.time.Clock");

  private static final Set<String> IMPURE_METHODS =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.lang.System.getenv",
          "java.lang.System.getProperty",
          "java.lang.Math.random",
          "java.lang.Thread.sleep",
          "java.util.UUID.randomUUID",
          "java.util.Locale.getDefault",
          "java.util.TimeZone.getDefault",
          "java.time.ZoneId.systemDefault");

  /** Hashes are pure, though they live beside key stores. */
  private static final Set<String> PURE_ALL_THE_SAME =
      Set.of("java.security.MessageDigest", "java.security.NoSuchAlgorithmException");

  @Test
  void packagesHaveNoCycles() {
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(ALL);
  }

  @TestFactory
  Stream<DynamicTest> coresDependOnSharedModulesOnly() {
    return CORES.stream()
        .map(core ->
            DynamicTest.dynamicTest(
                core,
                () ->
                    classes()
                        .that()
                        .resideInAPackage(ROOT + "." + core + "..")
                        .should()
                        .onlyDependOnClassesThat(
                            oursOnlyFrom(Stream.concat(SHARED.stream(), Stream.of(core)).toList()))
                        .allowEmptyShould(true)
                        .check(ALL)));
  }

  @Test
  void sharedModulesDependOnNoCore() {
    noClasses()
        .that()
        .resideInAnyPackage(packages(SHARED))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages(CORES))
        .check(ALL);
  }

  @Test
  void theApiServerKnowsNoCoreAndNobodyKnowsTheCommandLine() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".apiserver..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages(CORES))
        .allowEmptyShould(true)
        .check(ALL);
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + ".cli..", ROOT + ".bench..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".cli..")
        .check(ALL);
  }

  @Test
  void coresReadNoClockNoRandomnessNoFileNoNetwork() {
    noClasses()
        .that()
        .resideInAnyPackage(packages(Stream.concat(SHARED.stream(), CORES.stream()).toList()))
        .and()
        .resideOutsideOfPackage(READS_FILES)
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe("reach outside", ArchitectureTest::isImpure))
        .orShould()
        .accessTargetWhere(
            DescribedPredicate.describe("read the world", access -> isImpure(access.getTarget())))
        .check(ALL);
  }

  @Test
  void everyPackageIsNullMarked() {
    List<String> unmarked =
        ALL.stream()
            .map(JavaClass::getPackage)
            .distinct()
            .filter(p -> !p.isAnnotatedWith(NullMarked.class))
            .map(JavaPackage::getName)
            .sorted()
            .toList();
    assertThat(unmarked).as("packages without @NullMarked in package-info.java").isEmpty();
  }

  private static boolean isImpure(JavaClass type) {
    if (PURE_ALL_THE_SAME.contains(type.getName())) {
      return false;
    }
    return IMPURE_PACKAGES.contains(type.getPackageName())
        || IMPURE_CLASSES.contains(type.getName());
  }

  /** {@code Instant.now()} and its kin, and the methods listed above. */
  private static boolean isImpure(AccessTarget target) {
    String owner = target.getOwner().getName();
    return IMPURE_METHODS.contains(owner + "." + target.getName())
        || (owner.startsWith("java.time.") && target.getName().equals("now"));
  }

  private static DescribedPredicate<JavaClass> oursOnlyFrom(List<String> modules) {
    List<String> allowed = Arrays.stream(packages(modules)).map(p -> p.replace("..", "")).toList();
    return DescribedPredicate.describe(
        "are not ours or belong to " + modules,
        type ->
            !type.getPackageName().startsWith(ROOT + ".")
                || allowed.stream()
                    .anyMatch(prefix ->
                        type.getPackageName().equals(prefix)
                            || type.getPackageName().startsWith(prefix + ".")));
  }

  private static String[] packages(List<String> modules) {
    return modules.stream().map(m -> ROOT + "." + m + "..").toArray(String[]::new);
  }
}
