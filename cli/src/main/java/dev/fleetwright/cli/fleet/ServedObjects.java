package dev.fleetwright.cli.fleet;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Finds the objects of files on a server, whatever their kind. */
final class ServedObjects {

  /** An object that the server need not be asked about. */
  private static final class Unusable extends KubernetesClientException {
    private static final long serialVersionUID = 1;

    Unusable(String message) {
      super(message);
    }
  }

  private final KubernetesClient client;
  private final String namespace;
  private final Map<String, List<APIResource>> served = new HashMap<>();

  /**
   * @param namespace for objects that need one and name none
   */
  ServedObjects(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /**
   * The object on the server; one that names no namespace and needs one gets the usual one.
   *
   * @throws KubernetesClientException when the server does not know its kind
   */
  Resource<GenericKubernetesResource> find(GenericKubernetesResource object) {
    if (object.getApiVersion() == null
        || object.getKind() == null
        || object.getMetadata().getName() == null) {
      throw new Unusable("it needs apiVersion, kind and metadata.name");
    }
    var kind = client.genericKubernetesResources(object.getApiVersion(), object.getKind());
    if (!isNamespaced(object)) {
      return kind.resource(object);
    }
    if (object.getMetadata().getNamespace() == null) {
      object.getMetadata().setNamespace(namespace);
    }
    return kind.inNamespace(object.getMetadata().getNamespace()).resource(object);
  }

  private boolean isNamespaced(GenericKubernetesResource object) {
    return served.computeIfAbsent(object.getApiVersion(), this::ask).stream()
        .filter(one -> one.getKind().equals(object.getKind()) && !one.getName().contains("/"))
        .findFirst()
        .orElseThrow(() ->
            new Unusable(
                "the server does not know the kind "
                    + object.getKind()
                    + " of "
                    + object.getApiVersion()))
        .getNamespaced();
  }

  private List<APIResource> ask(String apiVersion) {
    var resources = client.getApiResources(apiVersion);
    if (resources == null) {
      throw new Unusable(
          "the server does not know "
              + apiVersion
              + "; are the definitions of deploy/crds installed?");
    }
    return resources.getResources();
  }

  /** Kind, namespace and name, for people. */
  static String name(GenericKubernetesResource object) {
    String in = object.getMetadata().getNamespace();
    return (object.getKind() == null ? "?" : object.getKind())
        + " "
        + (in == null || in.isEmpty() ? "" : in + "/")
        + (object.getMetadata().getName() == null ? "?" : object.getMetadata().getName());
  }

  /** Where nobody answers, nobody will answer for the next object. */
  static void rethrowSilence(KubernetesClientException e) {
    if (isSilence(e)) {
      throw e;
    }
  }

  static boolean isSilence(KubernetesClientException e) {
    return ServerOptions.isSilent(e) && !(e instanceof Unusable);
  }

  static String refusal(KubernetesClientException e) {
    if (e.getStatus() == null || e.getStatus().getMessage() == null) {
      return ServerOptions.reason(e);
    }
    return "the server refuses it: " + e.getStatus().getMessage();
  }

  /**
   * Does something to each object, and says of each what became of it. One that is refused does not
   * stop the others.
   *
   * @param deed gives the word for what it did
   */
  int each(
      List<GenericKubernetesResource> objects,
      Console console,
      Function<Resource<GenericKubernetesResource>, String> deed) {
    boolean refused = false;
    for (GenericKubernetesResource object : objects) {
      try {
        String word = deed.apply(find(object));
        console.out().println(name(object) + " " + word);
      } catch (KubernetesClientException e) {
        rethrowSilence(e);
        refused = true;
        console.err().println(console.red("✗") + " " + name(object) + ": " + refusal(e));
      }
    }
    return refused ? ExitCode.NO : ExitCode.YES;
  }
}
