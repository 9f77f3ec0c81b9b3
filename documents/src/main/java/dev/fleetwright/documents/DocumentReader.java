package dev.fleetwright.documents;

import dev.fleetwright.documents.DocumentSplitter.Part;
import dev.fleetwright.documents.TreeBuilder.Budget;
import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the documents of many texts, YAML and JSON, each value with its place. A mistake costs the
 * document that it stands in and no other, so one run shows the mistakes of all files.
 *
 * <p>A text is JSON when its name ends in {@code .json}, or when it begins with a brace or bracket
 * and is JSON throughout; anything else is YAML. Empty documents are left out.
 */
public final class DocumentReader {

  /**
   * What was read.
   *
   * @param roots one per document, in the order of the sources
   * @param problems in the order of the sources
   */
  public record Documents(List<Node> roots, List<Problem> problems) {
    public Documents {
      roots = List.copyOf(roots);
      problems = List.copyOf(problems);
    }

    public boolean hasErrors() {
      return problems.stream().anyMatch(Problem::isError);
    }
  }

  private final Limits limits;

  public DocumentReader() {
    this(Limits.DEFAULT);
  }

  public DocumentReader(Limits limits) {
    this.limits = limits;
  }

  public Documents read(Source source) {
    return read(List.of(source));
  }

  public Documents read(List<Source> sources) {
    Problems problems = new Problems(limits.problems());
    List<Node> roots = read(sources, problems);
    return new Documents(roots, problems.inOrderOf(sources));
  }

  /** Reads into a collection of problems that the caller goes on with. */
  public List<Node> read(List<Source> sources, Problems problems) {
    List<Node> roots = new ArrayList<>();
    Budget budget = new Budget();
    long total = 0;
    for (Source source : sources) {
      if (source.text().length() > limits.fileBytes()) {
        problems.add(fileTooLarge(source.name(), source.text(), limits));
        continue;
      }
      total += source.text().length();
      if (total > limits.totalBytes()) {
        problems.add(totalTooLarge(source.name(), limits));
        break;
      }
      readSource(source, budget, problems, roots);
      if (budget.documents() > limits.documents()) {
        break;
      }
    }
    return roots;
  }

  /** The problem of a file that is too large, shown at its first line. */
  public static Problem fileTooLarge(String name, String beginning, Limits limits) {
    String firstLine = beginning.lines().findFirst().orElse("");
    return new Problem(
            "file-too-large",
            "",
            "the file has more than " + limits.fileBytes() + " bytes, which is the limit",
            "split it into smaller files")
        .at(new Place(name, 1, 1, 1, Words.cut(firstLine)));
  }

  /** The problem of all files together being too large, shown at the first that is not read. */
  public static Problem totalTooLarge(String name, Limits limits) {
    return new Problem(
            "input-too-large",
            "",
            "all files together have more than "
                + limits.totalBytes()
                + " bytes, which is the limit; this file and those behind it are not read",
            "read fewer files at a time")
        .at(new Place(name, 1, 1, 1, ""));
  }

  private void readSource(Source source, Budget budget, Problems problems, List<Node> roots) {
    SourceText text = Characters.checked(source, problems);
    boolean named = source.name().toLowerCase(Locale.ROOT).endsWith(".json");
    for (Part part : DocumentSplitter.split(text.text())) {
      if (budget.documents() > limits.documents()) {
        return;
      }
      if (named) {
        JsonText.Mistake mistake = readJson(text, part, budget, problems, roots);
        if (mistake != null) {
          problems.error(() -> mistake.problem().at(text.place(mistake.start(), mistake.end())));
        }
      } else if (!readAsJson(text, part, budget, problems, roots)) {
        TreeBuilder builder = builder(text, part.body(), budget, problems);
        if (builder != null) {
          YamlText.read(text, part.start(), part.end(), builder, roots::add);
        }
      }
    }
  }

  /** Tries JSON and leaves no trace when it is none: a YAML mapping may begin with a brace too. */
  private boolean readAsJson(
      SourceText text, Part part, Budget budget, Problems problems, List<Node> roots) {
    if (!JsonText.looksLikeJson(text.text(), part.body(), part.end())) {
      return false;
    }
    Budget before = budget.copy();
    Problems tried = new Problems(limits.problems());
    List<Node> found = new ArrayList<>();
    if (readJson(text, part, budget, tried, found) != null) {
      budget.reset(before);
      return false;
    }
    problems.addAll(tried);
    roots.addAll(found);
    return true;
  }

  private JsonText.@Nullable Mistake readJson(
      SourceText text, Part part, Budget budget, Problems problems, List<Node> roots) {
    return JsonText.read(
        text, part.body(), part.end(), at -> builder(text, at, budget, problems), roots::add);
  }

  /** A builder for the document that begins at an offset; null when it is one too many. */
  private @Nullable TreeBuilder builder(SourceText text, int at, Budget budget, Problems problems) {
    if (budget.nextDocument() <= limits.documents()) {
      return new TreeBuilder(text, limits, budget, problems);
    }
    problems.error(() ->
        new Problem(
                "too-many-documents",
                "",
                "the input has more than "
                    + limits.documents()
                    + " documents, which is the limit; the rest is not read",
                "read fewer documents at a time")
            .at(text.place(at, at + 1)));
    return null;
  }
}
