package dev.fleetwright.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Input that is made to hurt ends in problems with a place, never in an exception. */
class HostileInputTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "in.yaml | `[`       | too-deep",
        "in.yaml | `{`       | too-deep",
        "in.yaml | `- `      | too-deep",
        "in.yaml | `? `      | too-deep",
        "in.yaml | `a: [`    | too-deep",
        "in.json | `[`       | too-deep",
        "in.json | `{\"a\":` | too-deep",
        "in.yaml | `!!str `  | yaml-syntax",
        "in.yaml | `&a `     | yaml-syntax",
        "in.yaml | `*a `     | unknown-alias",
        "in.yaml | `\"`      | yaml-syntax",
        "in.yaml | `,`       | yaml-syntax",
      })
  void repeatedAHundredThousandTimes(String name, String part, String code) {
    DocumentReader.Documents read =
        new DocumentReader().read(new Source(name, part.repeat(100_000)));
    assertThat(read.roots()).isEmpty();
    assertThat(read.problems()).extracting(Problem::code).contains(code);
    assertThat(read.problems()).allSatisfy(problem -> assertThat(problem.place()).isNotNull());
  }

  @Test
  void explodingAliasesAreStoppedBeforeTheyExpand() {
    StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 30; i++) {
      text.append("a%d: &a%d [%s]%n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9)));
    }
    assertThat(codes(text.toString())).containsExactly("too-many-aliases");
  }

  @Test
  void explodingMergesAreStoppedToo() {
    StringBuilder text = new StringBuilder("a0: &a0 {x: 1}\n");
    for (int i = 1; i < 40; i++) {
      int last = i - 1;
      text.append(
          "a%d: &a%d {<<: [*a%d, *a%d], k%d: [*a%d, *a%d]}%n"
              .formatted(i, i, last, last, i, last, last));
    }
    assertThat(codes(text.toString())).containsExactly("too-many-aliases");
  }

  @Test
  void aTallAliasCannotPassTheDepth() {
    StringBuilder text = new StringBuilder("a: &a " + "[".repeat(60) + "]".repeat(60) + "\n");
    text.append("b: ").append("[".repeat(60)).append("*a").append("]".repeat(60)).append('\n');
    assertThat(codes(text.toString())).containsExactly("too-deep");
  }

  @Test
  void thousandsOfDuplicateKeysAreCountedNotListed() {
    DocumentReader.Documents read =
        new DocumentReader().read(new Source("in.yaml", "a: 1\n".repeat(5_001)));
    assertThat(read.problems()).hasSize(101);
    assertThat(read.problems().getLast().message()).isEqualTo("and 4900 more errors");
  }

  @Test
  void warningsDoNotCrowdOutErrors() {
    Problems problems = new Problems(3);
    Problem problem = new Problem("x", "", "x", "");
    for (int i = 0; i < 10; i++) {
      problems.add(problem.asWarning());
    }
    assertThat(problems.hasErrors()).isFalse();
    problems.add(problem);
    assertThat(problems.list()).filteredOn(Problem::isError).hasSize(1);
    assertThat(problems.list().getLast().message()).isEqualTo("and 7 more warnings");
  }

  @ParameterizedTest
  @CsvSource({
    "in.json,'{\"KEY\": 1}'",
    "in.yaml,'? KEY'",
    "in.yaml,'KEY: 1'",
    "in.yaml,'\"KEY\": 1'"
  })
  void aKeyOfAMegabyte(String name, String text) {
    String long1 = text.replace("KEY", "k".repeat(1_000_000));
    DocumentReader.Documents read = new DocumentReader().read(new Source(name, long1));
    assertThat(read.problems()).hasSize(1);
    assertThat(read.problems().getFirst().message()).contains("1024");
    assertThat(ProblemText.render(read.problems())).hasSizeLessThan(1_000);
  }

  @Test
  void filesAndRunsThatAreTooLarge() {
    Limits limits = Limits.DEFAULT.withFileBytes(10).withTotalBytes(15);
    List<Source> sources =
        List.of(
            new Source("a", "a: 1"),
            new Source("b", "b: 1234567890"),
            new Source("c", "c: 12345"),
            new Source("d", "d: 12345"));
    DocumentReader.Documents read = new DocumentReader(limits).read(sources);
    assertThat(read.roots()).hasSize(2);
    assertThat(read.problems())
        .extracting(problem -> problem.code() + " " + problem.place())
        .containsExactly("file-too-large b:1:1", "input-too-large d:1:1");
    assertThat(read.problems().getFirst().message()).contains("more than 10 bytes");
  }

  @Test
  void tooManyDocumentsAndValues() {
    Limits limits = Limits.DEFAULT.withDocuments(2);
    for (String text : List.of("a: 1\n---\nb: 2\n---\nc: 3\n---\nd: 4", "{}{}{}{}")) {
      DocumentReader.Documents read = new DocumentReader(limits).read(new Source("in.yaml", text));
      assertThat(read.roots()).hasSize(2);
      assertThat(read.problems()).extracting(Problem::code).containsExactly("too-many-documents");
    }
    assertThat(
            new DocumentReader(Limits.DEFAULT.withNodes(5))
                .read(new Source("in.yaml", "[1, 2, 3, 4, 5, 6]"))
                .problems())
        .extracting(Problem::code)
        .containsExactly("too-many-values");
  }

  @Test
  void controlCharactersAreOneProblemAndTheRestIsChecked() {
    DocumentReader.Documents read =
        new DocumentReader().read(new Source("in.yaml", "a: x\0\u0007y\nb: 1\nb: 2\n"));
    assertThat(read.problems())
        .extracting(problem -> problem.code() + " " + problem.place())
        .containsExactly("control-character in.yaml:1:5", "duplicate-key in.yaml:3:1");
  }

  @Test
  void bytesThatAreNoUtf8() {
    byte[] latin = "a: 1\nb: caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
    Problem problem = Source.decode("in.yaml", latin).problems().getFirst();
    assertThat(problem.code() + " " + problem.place()).isEqualTo("not-utf-8 in.yaml:2:7");
    assertThat(problem.message()).contains("0xE9");
    byte[] utf16 = "a: 1".getBytes(StandardCharsets.UTF_16);
    assertThat(Source.decode("in.yaml", utf16).problems().getFirst().message()).contains("UTF-16");
    byte[] cut = {'a', (byte) 0xF0, (byte) 0x9F};
    assertThat(Source.decode("in.yaml", cut).isValid()).isFalse();
    assertThat(Source.decode("in.yaml", new byte[0]))
        .isEqualTo(Checked.valid(new Source("in.yaml", "")));
  }

  @Test
  void aByteOrderMarkDoesNotShiftColumns() {
    byte[] bytes = "\uFEFFa: 1\na: 2".getBytes(StandardCharsets.UTF_8);
    Source source = Source.decode("in.yaml", bytes).orThrow();
    DocumentReader.Documents read = new DocumentReader().read(source);
    assertThat(read.problems().getFirst().place()).hasToString("in.yaml:2:1");
    assertThat(read.roots().getFirst().child("a"))
        .extracting(Node::keyPlace)
        .hasToString("in.yaml:1:1");
  }

  @Test
  void randomTextNeverThrows() {
    String alphabet = "ab: -[]{},#&*!|>'\"%@`\n\r\t \\?~<=.019_x\u0085\uFEFF\u2028😀\0";
    int[] letters = alphabet.codePoints().toArray();
    Random random = new Random(42);
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(40); n > 0; n--) {
        text.appendCodePoint(letters[random.nextInt(letters.length)]);
      }
      Source source = new Source(i % 4 == 0 ? "in.json" : "in.yaml", text.toString());
      Loaded loaded = Sample.KINDS.allowingOthers().load(List.of(source));
      assertThat(ProblemText.render(loaded.problems())).doesNotContain("\0");
      for (Node root : new DocumentReader().read(source).roots()) {
        Sample.BINDER.bind(root, Sample.World.class);
      }
    }
  }

  private static List<String> codes(String text) {
    return new DocumentReader()
        .read(new Source("in.yaml", text)).problems().stream().map(Problem::code).toList();
  }
}
