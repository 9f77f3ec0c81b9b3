package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Before: a Secrets resource. After: a Secret for each entry; plain text becomes base64, so that
 * the object reads back from a server as it was written.
 */
public final class SecretTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    List<Map<String, @Nullable Object>> objects = new ArrayList<>();
    for (Map.Entry<String, @Nullable Object> entry :
        Fields.map(input.component().spec(), "secrets").entrySet()) {
      Object secret = entry.getValue();
      Map<String, @Nullable Object> object =
          Objects.object("v1", "Secret", input.component(), entry.getKey());
      object.put("type", Fields.text(secret, "type", "Opaque"));
      Map<String, @Nullable Object> data = new TreeMap<>(Fields.map(secret, "data"));
      Fields.strings(secret, "stringData").forEach((key, text) -> data.put(key, encoded(text)));
      object.put("data", data);
      if (Fields.flag(secret, "immutable")) {
        object.put("immutable", true);
      }
      objects.add(object);
    }
    return Outputs.objects(objects);
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
