package dev.fleetwright.render.compose;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.plain.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Builds the entry of one container, and says what Compose cannot express of it. */
final class ServiceEntry {

  private final FlatComponent component;
  private final List<Problem> problems = new ArrayList<>();

  ServiceEntry(FlatComponent component) {
    this.component = component;
  }

  List<Problem> problems() {
    return problems;
  }

  Map<String, @Nullable Object> of(Map<String, @Nullable Object> container, String path) {
    Map<String, @Nullable Object> service = new LinkedHashMap<>();
    service.put("image", Entries.literal(Fields.text(container, "image", "")));
    Map<String, String> plain = environmentValues(container);
    put(service, "entrypoint", words(container, "command", plain));
    put(service, "command", words(container, "args", plain));
    put(service, "working_dir", Fields.text(container, "workingDir"));
    put(service, "environment", environment(container, path));
    put(service, "expose", ports(container));
    put(service, "volumes", mounts(container, path));
    if (Fields.flag(container, "tty")) {
      service.put("tty", true);
    }
    if (Fields.flag(container, "stdin")) {
      service.put("stdin_open", true);
    }
    String pull = Fields.text(container, "imagePullPolicy", "IfNotPresent");
    service.put(
        "pull_policy",
        switch (pull) {
          case "Always" -> "always";
          case "Never" -> "never";
          default -> "missing";
        });
    for (String field :
        List.of(
            "envFrom",
            "lifecycle",
            "volumeDevices",
            "resizePolicy",
            "livenessProbe",
            "readinessProbe",
            "startupProbe",
            "securityContext")) {
      if (container.containsKey(field)) {
        lost(path + "." + field, field + " of a container");
      }
    }
    Resources.add(Fields.map(container, "resources"), service, 0);
    return service;
  }

  private static void put(
      Map<String, @Nullable Object> service, String key, @Nullable Object value) {
    boolean empty =
        value == null
            || (value instanceof List<?> list && list.isEmpty())
            || (value instanceof Map<?, ?> map && map.isEmpty());
    if (!empty) {
      service.put(key, value);
    }
  }

  /** What the main service has by its component's traits. */
  void addTraits(Map<String, @Nullable Object> service) {
    Map<String, @Nullable Object> spec = component.spec();
    String type = component.labels().getOrDefault("core.opm.dev/workload-type", "stateless");
    boolean ends = type.equals("task") || type.equals("scheduled-task");
    String policy =
        Fields.text(Fields.map(spec, "restartPolicy"), "policy", ends ? "OnFailure" : "Always");
    service.put(
        "restart",
        switch (policy) {
          case "Never" -> "no";
          case "OnFailure" -> "on-failure";
          default -> ends ? "on-failure" : "unless-stopped";
        });
    long replicas = Fields.number(spec, "replicas", 1);
    Resources.add(Fields.map(spec, "resources"), service, replicas);
    health(Fields.map(spec, "healthCheck"), service);
    publish(Fields.map(spec, "expose"), service);
    security(Fields.map(spec, "securityContext"), service);
    Map<String, @Nullable Object> shutdown = Fields.map(spec, "gracefulShutdown");
    if (!shutdown.isEmpty()) {
      service.put("stop_grace_period", Fields.number(shutdown, "gracePeriodSeconds", 30) + "s");
      if (shutdown.containsKey("preStop")) {
        lost("gracefulShutdown.preStop", "a command before the stop");
      }
    }
    if (spec.containsKey("updateStrategy")) {
      update(Fields.map(spec, "updateStrategy"), service);
    }
    if (type.equals("daemon")) {
      lost("", "one replica per node (a single machine has one node)");
    }
    if (type.equals("scheduled-task")) {
      lost("cronJobConfig", "a schedule; the task runs once");
    }
  }

  private static void update(
      Map<String, @Nullable Object> strategy, Map<String, @Nullable Object> service) {
    Map<String, @Nullable Object> deploy = new LinkedHashMap<>(Fields.map(service, "deploy"));
    boolean overlaps =
        "RollingUpdate".equals(strategy.get("type"))
            && Fields.number(Fields.map(strategy, "rollingUpdate"), "maxSurge", 0) > 0;
    deploy.put("update_config", Fields.of("order", overlaps ? "start-first" : "stop-first"));
    service.put("deploy", deploy);
  }

  private void publish(
      Map<String, @Nullable Object> expose, Map<String, @Nullable Object> service) {
    String type = Fields.text(expose, "type", "ClusterIP");
    if (expose.isEmpty() || type.equals("ClusterIP")) {
      return;
    }
    List<@Nullable Object> ports = new ArrayList<>();
    List<Map<String, @Nullable Object>> exposed = Fields.maps(expose, "ports");
    Map<String, @Nullable Object> container = Fields.map(component.spec(), "container");
    Map<String, Object> byName = new HashMap<>();
    for (Map<String, @Nullable Object> port : Fields.maps(container, "ports")) {
      Object number = port.get("containerPort");
      if (port.get("name") instanceof String name && number != null) {
        byName.put(name, number);
      }
      if (exposed.isEmpty()) {
        ports.add(port(number, number, port, type));
      }
    }
    for (Map<String, @Nullable Object> port : exposed) {
      Object target = port.getOrDefault("targetPort", port.get("port"));
      Object number = target instanceof String name ? byName.get(name) : target;
      ports.add(port(number, port.get("port"), port, type));
    }
    put(service, "ports", ports);
  }

  private static Map<String, @Nullable Object> port(
      @Nullable Object target,
      @Nullable Object outside,
      Map<String, @Nullable Object> port,
      String type) {
    Object published = type.equals("NodePort") ? port.getOrDefault("nodePort", outside) : outside;
    return Fields.of(
        "target", target,
        "published", String.valueOf(published),
        "protocol", Fields.text(port, "protocol", "TCP").toLowerCase(Locale.ROOT));
  }

  private void security(
      Map<String, @Nullable Object> security, Map<String, @Nullable Object> service) {
    if (security.get("runAsUser") != null) {
      Object group = security.get("runAsGroup");
      service.put("user", security.get("runAsUser") + (group == null ? "" : ":" + group));
    } else if (Fields.flag(security, "runAsNonRoot")) {
      lost("securityContext.runAsNonRoot", "the ban on root without a user of its own");
    }
    if (Fields.flag(security, "readOnlyRootFilesystem")) {
      service.put("read_only", true);
    }
    if (Fields.flag(security, "privileged")) {
      service.put("privileged", true);
    }
    if (Boolean.FALSE.equals(security.get("allowPrivilegeEscalation"))) {
      service.put("security_opt", List.of("no-new-privileges:true"));
    }
    Map<String, @Nullable Object> capabilities = Fields.map(security, "capabilities");
    put(service, "cap_add", Fields.list(capabilities, "add"));
    put(service, "cap_drop", Fields.list(capabilities, "drop"));
    if (security.containsKey("fsGroup")) {
      lost("securityContext.fsGroup", "the group of volumes");
    }
    if (security.containsKey("seccompProfile")) {
      lost("securityContext.seccompProfile", "a seccomp profile by name");
    }
  }

  /** Compose has one check: whether the service is ready, else whether it lives. */
  private void health(Map<String, @Nullable Object> health, Map<String, @Nullable Object> service) {
    Map<String, @Nullable Object> probe = Map.of();
    String chosen = "";
    for (String field : List.of("readiness", "liveness", "startup")) {
      if (health.containsKey(field)) {
        if (chosen.isEmpty()) {
          chosen = field;
          probe = Fields.map(health, field);
        } else {
          lost("healthCheck." + field, "a " + field + " check beside the " + chosen + " check");
        }
      }
    }
    List<String> test = probe.isEmpty() ? List.of() : test(probe, chosen);
    if (!test.isEmpty()) {
      service.put(
          "healthcheck",
          Fields.of(
              "test", test,
              "interval", Fields.number(probe, "periodSeconds", 10) + "s",
              "timeout", Fields.number(probe, "timeoutSeconds", 1) + "s",
              "retries", Fields.number(probe, "failureThreshold", 3),
              "start_period", Fields.number(probe, "initialDelaySeconds", 0) + "s"));
    }
  }

  private List<String> test(Map<String, @Nullable Object> probe, String field) {
    Map<String, @Nullable Object> http = Fields.map(probe, "httpGet");
    if (probe.containsKey("exec")) {
      List<String> command = new ArrayList<>(List.of("CMD"));
      Fields.texts(Fields.map(probe, "exec"), "command")
          .forEach(w -> command.add(Entries.literal(w)));
      return command;
    }
    if (!http.isEmpty()) {
      String scheme = Fields.text(http, "scheme", "HTTP").toLowerCase(Locale.ROOT);
      String url =
          scheme + "://localhost:" + number(http.get("port")) + Fields.text(http, "path", "/");
      // Whichever of the two small clients the image has.
      return List.of(
          "CMD-SHELL",
          Entries.literal(
              "wget -q -O /dev/null '" + url + "' || curl -fsS -o /dev/null '" + url + "'"));
    }
    if (probe.containsKey("tcpSocket")) {
      Object port = number(Fields.map(probe, "tcpSocket").get("port"));
      return List.of("CMD-SHELL", "nc -z localhost " + port);
    }
    lost("healthCheck." + field + ".grpc", "a gRPC check");
    return List.of();
  }

  private @Nullable Object number(@Nullable Object port) {
    Map<String, @Nullable Object> container = Fields.map(component.spec(), "container");
    for (Map<String, @Nullable Object> own : Fields.maps(container, "ports")) {
      if (port instanceof String name && name.equals(own.get("name"))) {
        return own.get("containerPort");
      }
    }
    return port;
  }

  private Map<String, @Nullable Object> environment(
      Map<String, @Nullable Object> container, String path) {
    Map<String, @Nullable Object> environment = new TreeMap<>();
    List<Map<String, @Nullable Object>> env = Fields.maps(container, "env");
    for (int i = 0; i < env.size(); i++) {
      String name = Fields.text(env.get(i), "name", "");
      Object from = env.get(i).get("valueFrom");
      String value = from == null ? Fields.text(env.get(i), "value", "") : referred(from);
      if (value == null) {
        lost(path + ".env[" + i + "].valueFrom", "the variable " + name + " from " + source(from));
      } else {
        environment.put(name, Entries.literal(value));
      }
    }
    return environment;
  }

  private static String source(@Nullable Object from) {
    return from instanceof Map<?, ?> map
        ? String.join(", ", Fields.cast(map).keySet())
        : "elsewhere";
  }

  /** The value of a key of one of the component's own ConfigMaps or Secrets. */
  private @Nullable String referred(Object from) {
    Map<String, @Nullable Object> config = Fields.map(from, "configMapKeyRef");
    Map<String, @Nullable Object> secret = Fields.map(from, "secretKeyRef");
    if (!config.isEmpty()) {
      Object map = Fields.map(component.spec(), "configMaps").get(Fields.text(config, "name", ""));
      return Fields.text(Fields.map(map, "data"), Fields.text(config, "key", ""));
    }
    Object map = Fields.map(component.spec(), "secrets").get(Fields.text(secret, "name", ""));
    return Fields.text(Fields.map(map, "stringData"), Fields.text(secret, "key", ""));
  }

  private static Map<String, String> environmentValues(Map<String, @Nullable Object> container) {
    Map<String, String> values = new HashMap<>();
    for (Map<String, @Nullable Object> variable : Fields.maps(container, "env")) {
      values.put(Fields.text(variable, "name", ""), Fields.text(variable, "value", ""));
    }
    return values;
  }

  /**
   * {@code $(NAME)} is Kubernetes' way to read a variable; Compose's shell-less words have none.
   */
  private List<String> words(
      Map<String, @Nullable Object> container, String field, Map<String, String> environment) {
    List<String> words = new ArrayList<>();
    for (String word : Fields.texts(container, field)) {
      String replaced = word;
      for (Map<String, @Nullable Object> variable : Fields.maps(container, "env")) {
        String name = Fields.text(variable, "name", "");
        Object from = variable.get("valueFrom");
        String value = from == null ? environment.get(name) : referred(from);
        if (value != null) {
          replaced = replaced.replace("$(" + name + ")", value);
        }
      }
      words.add(Entries.literal(replaced));
    }
    return words;
  }

  private static List<String> ports(Map<String, @Nullable Object> container) {
    List<String> ports = new ArrayList<>();
    for (Map<String, @Nullable Object> port : Fields.maps(container, "ports")) {
      String protocol = Fields.text(port, "protocol", "TCP").toLowerCase(Locale.ROOT);
      ports.add(
          Fields.number(port, "containerPort", 0) + (protocol.equals("tcp") ? "" : "/" + protocol));
    }
    return ports;
  }

  private List<@Nullable Object> mounts(Map<String, @Nullable Object> container, String path) {
    List<@Nullable Object> mounts = new ArrayList<>();
    List<Map<String, @Nullable Object>> written = Fields.maps(container, "volumeMounts");
    for (int i = 0; i < written.size(); i++) {
      Map<String, @Nullable Object> mount = written.get(i);
      String name = Fields.text(mount, "name", "");
      Map<String, @Nullable Object> volume = VolumeEntries.source(component, name);
      String target = Fields.text(mount, "mountPath", "");
      Object readOnly = Fields.flag(mount, "readOnly") ? true : null;
      if (volume == null) {
        problems.add(
            new Problem(
                "unknown-volume",
                path + ".volumeMounts[" + i + "].name",
                "no volume is named \"" + name + "\"",
                "add opm.dev/resources/storage@v1#Volumes with it"));
      } else if (volume.containsKey("emptyDir")) {
        boolean memory = "Memory".equals(Fields.map(volume, "emptyDir").get("medium"));
        mounts.add(
            memory
                ? Fields.of("type", "tmpfs", "target", target)
                : Fields.of(
                    "type",
                    "volume",
                    "source",
                    VolumeEntries.name(component, name),
                    "target",
                    target,
                    "read_only",
                    readOnly));
      } else if (volume.containsKey("persistentClaim")) {
        mounts.add(
            Fields.of(
                "type",
                "volume",
                "source",
                VolumeEntries.name(component, name),
                "target",
                target,
                "read_only",
                readOnly));
      } else if (volume.containsKey("hostPath")) {
        mounts.add(
            Fields.of(
                "type",
                "bind",
                "source",
                Fields.map(volume, "hostPath").get("path"),
                "target",
                target,
                "read_only",
                readOnly));
      } else if (!ownConfig(volume)) {
        lost(
            path + ".volumeMounts[" + i + "]",
            "a folder of " + Json.compact(volume.keySet().stream().sorted().toList()));
      }
      if (mount.containsKey("subPath")) {
        lost(path + ".volumeMounts[" + i + "].subPath", "a part of a volume");
      }
    }
    return mounts;
  }

  /** Files of the component's own ConfigMaps come by the configs of the service. */
  private boolean ownConfig(Map<String, @Nullable Object> volume) {
    Object name = Fields.map(volume, "configMap").get("name");
    return name != null && Fields.map(component.spec(), "configMaps").containsKey(name);
  }

  private void lost(String path, String what) {
    problems.add(
        new Problem(
                "not-expressible",
                path,
                "Compose cannot express " + what,
                "it is left out; use another platform where it matters")
            .asWarning());
  }
}
