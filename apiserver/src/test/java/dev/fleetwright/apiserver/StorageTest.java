package dev.fleetwright.apiserver;

import static dev.fleetwright.apiserver.Samples.CONFIG_MAPS;
import static dev.fleetwright.apiserver.Samples.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full disk, a damaged file, a backup and its way back. */
class StorageTest {
  @TempDir private Path temp;

  private static Client client(ApiServer server) {
    return new Client(server.address(), server.caCertificate(), server.token());
  }

  private static String large(String name) {
    return configMap(name, "").replace("'v'", "'" + "x".repeat(100_000) + "'");
  }

  @Test
  void aFullStoreIsToldAndReadsGoOn() throws Exception {
    Path data = temp.resolve("data");
    int stored = 0;
    try (var server = ApiServer.start(Config.of(data).withMaxStoreBytes(3 << 20))) {
      Client client = client(server);
      Client.Reply full = client.post(CONFIG_MAPS, large("m" + stored));
      while (full.code() == 201 && stored < 100) {
        stored++;
        full = client.post(CONFIG_MAPS, large("m" + stored));
      }
      full.expect(507);
      assertThat(full.text("/kind")).isEqualTo("Status");
      assertThat(full.text("/reason")).isEqualTo("InsufficientStorage");
      assertThat(full.text("/message"))
          .startsWith("the write could not be stored and nothing was changed");
      assertThat(stored).isBetween(10, 30);
      client.get(CONFIG_MAPS + "/m" + stored).expect(404);
      client.get(CONFIG_MAPS + "/m0").expect(200);
      assertThat(client.get("/readyz").code()).isIn(200, 500);
      // A watch and a small write still work, and deleting makes room.
      client.delete(CONFIG_MAPS + "/m0").expect(200);
      client.delete(CONFIG_MAPS + "/m1").expect(200);
      client.post(CONFIG_MAPS, large("again")).expect(201);
      Eventually.holds(() -> client.get("/readyz").code() == 200);
    }
    try (var server = ApiServer.start(Config.of(data))) {
      Client client = client(server);
      client.get(CONFIG_MAPS + "/again").expect(200);
      client.get(CONFIG_MAPS + "/m0").expect(404);
      client.get(CONFIG_MAPS + "/m" + (stored - 1)).expect(200);
      client.get(CONFIG_MAPS + "/m" + stored).expect(404);
    }
  }

  @Test
  void aDamagedFileIsToldReadably() throws Exception {
    Path data = temp.resolve("data");
    try (var server = ApiServer.start(Config.of(data))) {
      for (int i = 0; i < 50; i++) {
        client(server).post(CONFIG_MAPS, large("m" + i)).expect(201);
      }
    }
    Path file = data.resolve("store.db");
    byte[] good = Files.readAllBytes(file);
    byte[] bad = good.clone();
    Arrays.fill(bad, 0, 4_096, (byte) 'x');
    Files.write(file, bad);
    assertThatThrownBy(() -> ApiServer.start(Config.of(data)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("store.db is damaged")
        .hasMessageContaining("fleetwright restore");
    bad = good.clone();
    Arrays.fill(bad, 4_096, bad.length / 2, (byte) 0x55);
    Files.write(file, bad);
    assertThatThrownBy(() -> ApiServer.start(Config.of(data)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged");
    // Cut short.
    Files.write(file, Arrays.copyOf(good, good.length / 3));
    assertThatThrownBy(() -> ApiServer.start(Config.of(data)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged");
    Files.write(file, good);
    ApiServer.start(Config.of(data)).close();
  }

  @Test
  void dataOfANewerProgramIsLeftAlone() throws Exception {
    Path data = temp.resolve("data");
    ApiServer.start(Config.of(data)).close();
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("store.db"));
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA user_version=99");
    }
    assertThatThrownBy(() -> ApiServer.start(Config.of(data)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("newer version of this program");
  }

  @Test
  void theStoreIsForItsOwnerOnly() throws Exception {
    Path data = temp.resolve("data");
    Files.createDirectories(data); // readable by all, as people make folders
    try (var server = ApiServer.start(Config.of(data))) {
      client(server).get("/api").expect(200);
      for (String name : new String[] {"store.db", "store.db-wal", "admin.token", "ca.key"}) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve(name))))
            .as(name)
            .isEqualTo("rw-------");
      }
    }
  }

  @Test
  void aBackupWhileOthersWriteIsOneState() throws Exception {
    Path data = temp.resolve("data");
    Path backup = temp.resolve("b.backup");
    String token;
    String ca;
    long last;
    try (var server = ApiServer.start(Config.of(data))) {
      server.addCluster("east");
      token = server.token();
      ca = server.caCertificate();
      String other = server.tokenFor("someone", java.util.List.of("g"));
      assertThat(other).isNotEqualTo(token);
      Client client = client(server);
      // Two objects are always written in this order, so a state with b has a.
      var stop = new AtomicBoolean();
      var writer =
          Thread.ofVirtual()
              .start(() -> {
                for (int i = 0; !stop.get(); i++) {
                  client.post(CONFIG_MAPS, configMap("a" + i, ""));
                  client.post(CONFIG_MAPS, configMap("b" + i, ""));
                }
              });
      Eventually.holds(() -> client.get(CONFIG_MAPS + "/b20").code() == 200);
      Files.write(backup, client.get("/backup").expect(200).raw().body());
      stop.set(true);
      writer.join();
      last =
          client
              .post(CONFIG_MAPS, configMap("after", ""))
              .expect(201)
              .body()
              .at("/metadata/resourceVersion")
              .asLong();
    }
    var content = Backups.check(backup);
    assertThat(content.files()).containsKeys("ca.key", "admin.token", "tokens/someone.token");
    Path fresh = temp.resolve("fresh");
    Backups.restore(backup, fresh, false);
    try (var server = ApiServer.start(Config.of(fresh))) {
      assertThat(server.token()).isEqualTo(token);
      assertThat(server.caCertificate()).isEqualTo(ca);
      assertThat(server.clusters()).containsExactly("east");
      Client client = client(server);
      client.get(CONFIG_MAPS + "/b20").expect(200);
      client.get(CONFIG_MAPS + "/after").expect(404);
      for (var item : client.get(CONFIG_MAPS).body().path("items")) {
        String name = item.at("/metadata/name").asText();
        if (name.startsWith("b")) {
          client.get(CONFIG_MAPS + "/a" + name.substring(1)).expect(200);
        }
      }
      // No version of before comes again, and who watched from one starts over.
      assertThat(
              client
                  .post(CONFIG_MAPS, configMap("new", ""))
                  .body()
                  .at("/metadata/resourceVersion")
                  .asLong())
          .isGreaterThan(last);
      try (var watch = client.watch(CONFIG_MAPS + "?watch=true&resourceVersion=" + last)) {
        assertThat(watch.next().at("/object/code").asInt()).isEqualTo(410);
      }
      assertThatThrownBy(() -> Backups.restore(backup, fresh, true))
          .hasMessageContaining("another server is running");
    }
    assertThatThrownBy(() -> Backups.restore(backup, fresh, false))
        .hasMessageContaining("--replace");
    Backups.restore(backup, fresh, true);
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(fresh.resolve("store.db"))))
        .isEqualTo("rw-------");
    // A copy of what lies still is as good.
    Path copy = temp.resolve("copy.backup");
    assertThat(Backups.copy(fresh, copy).objects()).isEqualTo(content.objects());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
        .isEqualTo("rw-------");
  }

  @Test
  void whatIsNoBackupIsRefused() throws Exception {
    Path file = temp.resolve("x");
    Path target = temp.resolve("t");
    assertThatThrownBy(() -> Backups.restore(file, target, false)).hasMessageContaining("no file");
    Files.writeString(file, "hello, I am not a backup, and I am longer than a header");
    assertThatThrownBy(() -> Backups.restore(file, target, false)).isInstanceOf(IOException.class);
    Files.write(file, new byte[0]);
    assertThatThrownBy(() -> Backups.restore(file, target, false))
        .hasMessageContaining("no backup");
    Path data = temp.resolve("data");
    ApiServer.start(Config.of(data)).close();
    Files.copy(data.resolve("store.db"), file, StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> Backups.restore(file, target, false))
        .hasMessageContaining("no backup");
    assertThat(target.resolve("store.db")).doesNotExist();
    // A backup cannot write files that are not ours.
    Path evil = temp.resolve("evil");
    Backups.copy(data, evil);
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + evil);
        var statement = connection.createStatement()) {
      statement.execute("UPDATE files SET name='tokens/../../evil.token' WHERE name='ca.key'");
    }
    assertThatThrownBy(() -> Backups.restore(evil, target, false))
        .hasMessageContaining("which is not ours");
    assertThat(temp.resolve("evil.token")).doesNotExist();
  }

  @Test
  void spaceOfDeletedObjectsIsGivenBack() throws Exception {
    Path data = temp.resolve("data");
    try (var server = ApiServer.start(Config.of(data))) {
      Client client = client(server);
      for (int i = 0; i < 120; i++) {
        client.post(CONFIG_MAPS, large("m" + i)).expect(201);
      }
      client.delete(CONFIG_MAPS).expect(200);
      Path file = data.resolve("store.db");
      Eventually.holds(() -> file.toFile().length() < 5_000_000);
      client.post(CONFIG_MAPS, large("next")).expect(201);
    }
  }
}
