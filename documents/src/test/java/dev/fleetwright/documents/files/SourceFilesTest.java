package dev.fleetwright.documents.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.documents.Limits;
import dev.fleetwright.documents.Source;
import dev.fleetwright.documents.files.SourceFiles.Sources;
import dev.fleetwright.model.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFilesTest {

  @TempDir Path folder = Path.of("");

  @Test
  void aFolderGivesItsDocumentsSortedWithoutHiddenOnesAndLoops() throws IOException {
    write("b.yaml", "b");
    write("a.yml", "a");
    write("c.JSON", "{}");
    write("notes.txt", "no");
    write(".hidden.yaml", "no");
    write(".git/x.yaml", "no");
    write("sub/deep/d.yaml", "d");
    Files.createSymbolicLink(folder.resolve("sub/loop"), folder);
    Files.createSymbolicLink(folder.resolve("sub/again.yaml"), folder.resolve("b.yaml"));
    Files.createSymbolicLink(folder.resolve("broken.yaml"), folder.resolve("nowhere"));
    Sources read = read(Limits.DEFAULT, folder.toString());
    assertThat(read.problems()).isEmpty();
    assertThat(read.sources())
        .extracting(source -> folder.relativize(Path.of(source.name())).toString())
        .containsExactly("a.yml", "b.yaml", "c.JSON", "sub/deep/d.yaml");
  }

  @Test
  void namesAreKeptAsGivenAndAFileIsReadOnce() throws IOException {
    write("a.yaml", "a: 1");
    String name = folder + "/./a.yaml";
    Sources read = read(Limits.DEFAULT, name, folder.toString(), "-", "-");
    assertThat(read.sources()).extracting(Source::name).containsExactly(name, "<stdin>");
    assertThat(read.sources().getLast().text()).isEqualTo("from: stdin");
  }

  @Test
  void whatCannotBeReadIsAProblemAndTheRestIsRead() throws IOException {
    write("good.yaml", "a: 1");
    write("empty/readme.txt", "");
    Files.write(folder.resolve("bad.yaml"), new byte[] {'a', (byte) 0xC3, '('});
    Sources read =
        read(
            Limits.DEFAULT,
            folder + "/none.yaml",
            folder + "/empty",
            "nul\0name",
            folder + "/bad.yaml",
            folder + "/good.yaml");
    assertThat(read.sources()).hasSize(1);
    assertThat(read.problems())
        .extracting(Problem::code)
        .containsExactly("file-not-found", "no-files", "file-not-found", "not-utf-8");
    assertThat(read.problems()).allSatisfy(problem -> assertThat(problem.place()).isNotNull());
  }

  @Test
  void limitsHoldBeforeAFileIsReadWhole() throws IOException {
    write("a.yaml", "a: 12345");
    write("b.yaml", "b: 1");
    write("c.yaml", "c: 1");
    write("d.yaml", "d: 1");
    Sources large = read(Limits.DEFAULT.withFileBytes(5).withTotalBytes(9), folder.toString());
    assertThat(large.sources()).hasSize(2);
    assertThat(large.problems())
        .extracting(Problem::code)
        .containsExactly("file-too-large", "input-too-large");
    Sources many = read(Limits.DEFAULT.withFiles(2), folder.toString());
    assertThat(many.sources()).hasSize(2);
    assertThat(many.problems()).extracting(Problem::code).containsExactly("too-many-files");
  }

  @Test
  void endlessInputIsReadUpToTheLimit() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'a';
          }
        };
    Sources read = SourceFiles.read(List.of("-"), endless, Limits.DEFAULT.withFileBytes(1_000));
    assertThat(read.problems()).extracting(Problem::code).containsExactly("file-too-large");
  }

  private Sources read(Limits limits, String... names) {
    InputStream stdin = new ByteArrayInputStream("from: stdin".getBytes(StandardCharsets.UTF_8));
    return SourceFiles.read(List.of(names), stdin, limits);
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text);
  }
}
