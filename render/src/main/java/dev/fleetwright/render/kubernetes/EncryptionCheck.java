package dev.fleetwright.render.kubernetes;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.plain.Paths;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The policy Encryption: claims use classes that encrypt, and HTTP from outside is TLS. */
public final class EncryptionCheck implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    Map<String, @Nullable Object> policy = Fields.map(input.component().spec(), "encryption");
    List<Problem> problems = new ArrayList<>();
    if (policy.containsKey("atRest")) {
      List<String> allowed = Fields.texts(Fields.map(policy, "atRest"), "storageClasses");
      for (Volume volume : Volume.of(input.component())) {
        if (volume.isClaim() && !allowed.contains(volume.storageClass())) {
          problems.add(
              new Problem(
                  "policy-violation",
                  Paths.join("volumes", volume.name()),
                  "the volume " + volume.name() + " is in no storage class that encrypts",
                  "set storageClass to one of: " + String.join(", ", allowed)));
        }
      }
    }
    Map<String, @Nullable Object> ingress = Fields.map(input.component().spec(), "ingress");
    if (Fields.flag(policy, "inTransit") && !ingress.isEmpty() && !ingress.containsKey("tls")) {
      problems.add(
          new Problem(
              "policy-violation", "ingress", "the ingress has no TLS", "add tls: {secretName: …}"));
    }
    return Outputs.problems(Violations.as(input, problems));
  }
}
