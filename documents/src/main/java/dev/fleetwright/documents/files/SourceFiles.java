package dev.fleetwright.documents.files;

import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Limits;
import dev.fleetwright.documents.Source;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The texts that a user names on the command line: files, folders and {@code -} for standard input.
 *
 * <p>A folder gives its {@code *.yaml}, {@code *.yml} and {@code *.json} files and those of the
 * folders in it, in the order of their paths; names that begin with a dot are left out, links are
 * followed, loops are not. A file that is named twice, also through a link, is read once.
 */
public final class SourceFiles {

  /**
   * What could be read, and why the rest could not.
   *
   * @param sources named as the user named them
   */
  public record Sources(List<Source> sources, List<Problem> problems) {
    public Sources {
      sources = List.copyOf(sources);
      problems = List.copyOf(problems);
    }
  }

  private static final String STDIN = "<stdin>";
  private static final int DEEPEST_FOLDER = 64;

  private final Limits limits;
  private final InputStream stdin;
  private final List<Source> sources = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private final Set<Path> seen = new HashSet<>();
  private long total;
  private boolean full;

  private SourceFiles(Limits limits, InputStream stdin) {
    this.limits = limits;
    this.stdin = stdin;
  }

  public static Sources read(List<String> names, InputStream stdin, Limits limits) {
    SourceFiles files = new SourceFiles(limits, stdin);
    boolean stdinRead = false;
    for (String name : names) {
      if (!name.equals("-")) {
        files.readNamed(name);
      } else if (!stdinRead) {
        stdinRead = true;
        files.readStream(STDIN, files.stdin);
      }
    }
    return new Sources(files.sources, files.problems);
  }

  private void readNamed(String name) {
    Path path;
    try {
      path = Path.of(name);
    } catch (InvalidPathException e) {
      problem(name, "file-not-found", "this is no file name", "name a file or folder");
      return;
    }
    if (!Files.exists(path)) {
      problem(
          name, "file-not-found", "there is no such file or folder", "check the name and folder");
    } else if (Files.isDirectory(path)) {
      readFolder(name, path);
    } else {
      readFile(name, path);
    }
  }

  private void readFolder(String name, Path folder) {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          folder,
          EnumSet.of(FileVisitOption.FOLLOW_LINKS),
          DEEPEST_FOLDER,
          new Finder(folder, found));
    } catch (IOException e) {
      problem(name, "file-unreadable", reason(e), "check the permissions");
      return;
    }
    if (found.isEmpty()) {
      problem(
          name,
          "no-files",
          "the folder has no .yaml, .yml or .json files",
          "name another folder, or the files themselves");
    }
    found.sort(null);
    found.forEach(file -> readFile(file.toString(), file));
  }

  private final class Finder extends SimpleFileVisitor<Path> {
    private final Path folder;
    private final List<Path> found;

    Finder(Path folder, List<Path> found) {
      this.folder = folder;
      this.found = found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
      return !dir.equals(folder) && isHidden(dir)
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile() && !isHidden(file) && isDocument(file)) {
        found.add(file);
      }
      return found.size() > limits.files() ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }

    /** Loops of links come here too, and broken links; only what cannot be read is a problem. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      if (e instanceof AccessDeniedException) {
        problem(file.toString(), "file-unreadable", reason(e), "check the permissions");
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }

  private static boolean isHidden(Path path) {
    Path name = path.getFileName();
    return name != null && name.toString().startsWith(".");
  }

  private static boolean isDocument(Path path) {
    String name = path.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
  }

  private void readFile(String name, Path path) {
    if (full) {
      return;
    }
    try {
      if (!seen.add(path.toRealPath())) {
        return;
      }
      if (seen.size() > limits.files()) {
        full = true;
        problem(
            name,
            "too-many-files",
            "there are more than " + limits.files() + " files, which is the limit",
            "read fewer files at a time");
        return;
      }
      try (InputStream in = Files.newInputStream(path)) {
        readStream(name, in);
      }
    } catch (IOException e) {
      problem(name, "file-unreadable", reason(e), "check the file and its permissions");
    }
  }

  private void readStream(String name, InputStream in) {
    if (full) {
      return;
    }
    byte[] bytes;
    try {
      // One byte more than allowed tells a file that is too large; the rest is never read.
      bytes =
          in.readNBytes(
              limits.fileBytes() == Integer.MAX_VALUE ? Integer.MAX_VALUE : limits.fileBytes() + 1);
    } catch (IOException e) {
      problem(name, "file-unreadable", reason(e), "check the file and its permissions");
      return;
    }
    if (bytes.length > limits.fileBytes()) {
      String beginning = new String(bytes, 0, Math.min(bytes.length, 400), StandardCharsets.UTF_8);
      problems.add(DocumentReader.fileTooLarge(name, beginning, limits));
      return;
    }
    total += bytes.length;
    if (total > limits.totalBytes()) {
      full = true;
      problems.add(DocumentReader.totalTooLarge(name, limits));
      return;
    }
    switch (Source.decode(name, bytes)) {
      case Checked.Valid<Source>(Source source) -> sources.add(source);
      case Checked.Invalid<Source>(List<Problem> found) -> problems.addAll(found);
    }
  }

  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException _ -> "reading is not permitted";
      case NoSuchFileException _ -> "there is no such file";
      default -> "the file cannot be read: " + e.getMessage();
    };
  }

  private void problem(String name, String code, String message, String nextStep) {
    problems.add(new Problem(code, "", message, nextStep).at(new Place(name, 1, 1, 1, "")));
  }
}
