package dev.fleetwright.cli.release;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.documents.Binder;
import dev.fleetwright.documents.Kinds;
import dev.fleetwright.documents.Limits;
import dev.fleetwright.documents.Loaded;
import dev.fleetwright.documents.files.SourceFiles;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.policy.ReleaseKinds;
import dev.fleetwright.release.policy.SnapshotReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Reads releases, policies, targets and facts from files, and says what is wrong with them. */
final class ReleaseInput {

  private ReleaseInput() {}

  /** Empty when there are errors; they are on stderr then, and warnings always are. */
  static Optional<Snapshot> read(Console console, List<String> files) {
    SourceFiles.Sources sources = SourceFiles.read(files, console.in(), Limits.DEFAULT);
    Kinds kinds = Kinds.of(Binder.standard(), ReleaseKinds.ALL).allowingOthers();
    Loaded loaded = kinds.load(sources.sources(), Limits.DEFAULT, sources.problems());
    SnapshotReader.Reading reading = SnapshotReader.read(loaded, digest(sources));
    print(console, reading.problems());
    return reading.hasErrors() ? Optional.empty() : Optional.of(reading.snapshot());
  }

  static void print(Console console, List<Problem> problems) {
    console.err().print(ProblemText.render(problems));
    console.err().flush();
  }

  /** Files have no revision; what they say stands for it. */
  private static String digest(SourceFiles.Sources sources) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      sources
          .sources()
          .forEach(source -> digest.update(source.text().getBytes(StandardCharsets.UTF_8)));
      return "sha256:" + HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
