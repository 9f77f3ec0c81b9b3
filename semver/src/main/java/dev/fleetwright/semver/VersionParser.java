package dev.fleetwright.semver;

import dev.fleetwright.model.Checked;
import org.jspecify.annotations.Nullable;

/** SemVer 2.0 texts to {@link Version}s, with nothing forgiven. */
final class VersionParser {

  private static final String SHAPE = "write MAJOR.MINOR.PATCH, such as 1.4.2 or 2.0.0-rc.1";

  private VersionParser() {}

  static Checked<Version> parse(String text) {
    VersionScanner in = new VersionScanner(text);
    Version version = text.length() > Version.LONGEST_TEXT ? tooLong(in) : version(in);
    if (version != null) {
      return Checked.valid(version);
    }
    Fault fault = in.fault;
    if (fault == null) {
      throw new IllegalStateException("no version and no fault");
    }
    String nextStep = fault.nextStep().isEmpty() ? SHAPE : fault.nextStep();
    return Checked.invalid(
        new Fault(fault.at(), fault.length(), fault.message(), nextStep)
            .asProblem("invalid-version", "<version>", text));
  }

  private static @Nullable Version tooLong(VersionScanner in) {
    in.fail(
        Version.LONGEST_TEXT,
        1,
        "a version has at most "
            + Version.LONGEST_TEXT
            + " characters, this one has "
            + in.text.length(),
        "shorten the prerelease or the build metadata");
    return null;
  }

  private static @Nullable Version version(VersionScanner in) {
    if (!in.seesDigit()) {
      in.expected("a major version number", hintAtStart(in));
      return null;
    }
    long major = in.number("a major version number");
    if (major == VersionScanner.NO_NUMBER || !dot(in, ".0.0")) {
      return null;
    }
    long minor = in.number("a minor version number");
    if (minor == VersionScanner.NO_NUMBER || !dot(in, ".0")) {
      return null;
    }
    long patch = in.number("a patch version number");
    if (patch == VersionScanner.NO_NUMBER) {
      return null;
    }
    String prerelease = in.takes('-') ? in.prerelease() : "";
    if (prerelease == null) {
      return null;
    }
    String build = in.takes('+') ? in.build() : "";
    if (build == null) {
      return null;
    }
    if (!in.atEnd()) {
      in.expected(whatMayFollow(prerelease, build), hintAfter(in, prerelease + build));
      return null;
    }
    return new Version(major, minor, patch, prerelease, build);
  }

  private static boolean dot(VersionScanner in, String missing) {
    if (in.takes('.')) {
      return true;
    }
    in.expected("\".\"", in.atEnd() ? "write all three numbers: " + in.text + missing : "");
    return false;
  }

  private static String hintAtStart(VersionScanner in) {
    if (in.atEnd()) {
      return "";
    }
    char c = in.text.charAt(0);
    if (c == 'v' || c == 'V') {
      return "leave out the \"" + c + "\"";
    }
    return Characters.isSpace(c) ? "remove the white space" : "";
  }

  private static String whatMayFollow(String prerelease, String build) {
    if (!build.isEmpty()) {
      return "the end of the version";
    }
    return prerelease.isEmpty()
        ? "\"-\", \"+\" or the end of the version"
        : "\".\", \"+\" or the end of the version";
  }

  private static String hintAfter(VersionScanner in, String suffixes) {
    char c = in.text.charAt(in.at);
    if (Characters.isSpace(c)) {
      return "remove the white space";
    }
    if (suffixes.isEmpty() && Characters.isIdentifierPart(c)) {
      return "write a prerelease after a hyphen: "
          + Characters.excerpt(in.text, 0, in.at)
          + "-rc.1";
    }
    return c == '.' ? "a version has three numbers" : "";
  }
}
