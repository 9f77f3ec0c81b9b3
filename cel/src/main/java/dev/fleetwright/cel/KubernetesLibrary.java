package dev.fleetwright.cel;

import static dev.cel.common.CelFunctionDecl.newFunctionDeclaration;
import static dev.cel.common.CelOverloadDecl.newGlobalOverload;
import static dev.cel.common.CelOverloadDecl.newMemberOverload;

import dev.cel.checker.CelCheckerBuilder;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.compiler.CelCompilerLibrary;
import java.util.Map;
import java.util.TreeMap;

/**
 * The functions that Kubernetes adds to CEL for the rules of definitions: quantities, URLs,
 * addresses and networks, lists, {@code find} and {@code format}. An environment that does not ask
 * for them does not know them.
 */
final class KubernetesLibrary implements CelCompilerLibrary {

  static final CelType QUANTITY = OpaqueType.create(ValueType.QUANTITY.celName());
  static final CelType URL = OpaqueType.create(ValueType.URL.celName());
  static final CelType IP = OpaqueType.create(ValueType.IP.celName());
  static final CelType CIDR = OpaqueType.create(ValueType.CIDR.celName());

  private static final CelType T = TypeParamType.create("T");
  private static final CelType LIST = ListType.create(T);
  private static final CelType TEXT = SimpleType.STRING;
  private static final CelType INT = SimpleType.INT;
  private static final CelType BOOL = SimpleType.BOOL;

  /** How they are run, by name; members and global functions of one name share a body. */
  static Map<String, CallNode.Body> bodies() {
    Map<String, CallNode.Body> bodies = new TreeMap<>();
    bodies.put("quantity", KubernetesFunctions::quantity);
    bodies.put("isQuantity", KubernetesFunctions::isQuantity);
    bodies.put("isInteger", KubernetesFunctions::isInteger);
    bodies.put("asInteger", KubernetesFunctions::asInteger);
    bodies.put("asApproximateFloat", KubernetesFunctions::asFloat);
    bodies.put("sign", KubernetesFunctions::sign);
    bodies.put("add", KubernetesFunctions::add);
    bodies.put("sub", KubernetesFunctions::sub);
    bodies.put("compareTo", KubernetesFunctions::compareTo);
    bodies.put("isGreaterThan", KubernetesFunctions::isGreaterThan);
    bodies.put("isLessThan", KubernetesFunctions::isLessThan);
    bodies.put("ip", KubernetesFunctions::ip);
    bodies.put("isIP", KubernetesFunctions::isIp);
    bodies.put("ip.isCanonical", KubernetesFunctions::isCanonical);
    bodies.put("family", KubernetesFunctions::family);
    bodies.put("isUnspecified", KubernetesFunctions::isUnspecified);
    bodies.put("isLoopback", KubernetesFunctions::isLoopback);
    bodies.put("isLinkLocalMulticast", KubernetesFunctions::isLinkLocalMulticast);
    bodies.put("isLinkLocalUnicast", KubernetesFunctions::isLinkLocalUnicast);
    bodies.put("isGlobalUnicast", KubernetesFunctions::isGlobalUnicast);
    bodies.put("cidr", KubernetesFunctions::cidr);
    bodies.put("isCIDR", KubernetesFunctions::isCidr);
    bodies.put("containsIP", KubernetesFunctions::containsIp);
    bodies.put("containsCIDR", KubernetesFunctions::containsCidr);
    bodies.put("masked", KubernetesFunctions::masked);
    bodies.put("prefixLength", KubernetesFunctions::prefixLength);
    bodies.put("url", KubernetesFunctions::url);
    bodies.put("isURL", KubernetesFunctions::isUrl);
    for (String part :
        new String[] {
          "getScheme", "getHost", "getHostname", "getPort", "getEscapedPath", "getQuery"
        }) {
      bodies.put(part, KubernetesFunctions.part(part));
    }
    bodies.put("isSorted", KubernetesLists::isSorted);
    bodies.put("sum", KubernetesLists::sum);
    bodies.put("min", KubernetesLists::min);
    bodies.put("max", KubernetesLists::max);
    bodies.put("indexOf", KubernetesLists::indexOf);
    bodies.put("lastIndexOf", KubernetesLists::lastIndexOf);
    bodies.put("find", TextFunctions::find);
    bodies.put("findAll", TextFunctions::findAll);
    bodies.put("format", TextFormat::format);
    return bodies;
  }

  @Override
  public void setCheckerOptions(CelCheckerBuilder builder) {
    global(builder, "quantity", QUANTITY, TEXT);
    global(builder, "isQuantity", BOOL, TEXT);
    member(builder, "isInteger", BOOL, QUANTITY);
    member(builder, "asInteger", INT, QUANTITY);
    member(builder, "asApproximateFloat", SimpleType.DOUBLE, QUANTITY);
    // Kubernetes documents a member and has a global function.
    declare(
        builder,
        "sign",
        newMemberOverload("k8s_sign_member", INT, QUANTITY),
        newGlobalOverload("k8s_sign", INT, QUANTITY));
    for (String name : new String[] {"add", "sub"}) {
      declare(
          builder,
          name,
          newMemberOverload("k8s_" + name, QUANTITY, QUANTITY, QUANTITY),
          newMemberOverload("k8s_" + name + "_int", QUANTITY, QUANTITY, INT));
    }
    member(builder, "compareTo", INT, QUANTITY, QUANTITY);
    member(builder, "isGreaterThan", BOOL, QUANTITY, QUANTITY);
    member(builder, "isLessThan", BOOL, QUANTITY, QUANTITY);
    declare(
        builder,
        "ip",
        newGlobalOverload("k8s_ip", IP, TEXT),
        newMemberOverload("k8s_cidr_ip", IP, CIDR));
    global(builder, "isIP", BOOL, TEXT);
    global(builder, "ip.isCanonical", BOOL, TEXT);
    member(builder, "family", INT, IP);
    for (String name :
        new String[] {
          "isUnspecified",
          "isLoopback",
          "isLinkLocalMulticast",
          "isLinkLocalUnicast",
          "isGlobalUnicast"
        }) {
      member(builder, name, BOOL, IP);
    }
    declare(
        builder,
        "string",
        newGlobalOverload("k8s_ip_string", TEXT, IP),
        newGlobalOverload("k8s_cidr_string", TEXT, CIDR));
    global(builder, "cidr", CIDR, TEXT);
    global(builder, "isCIDR", BOOL, TEXT);
    declare(
        builder,
        "containsIP",
        newMemberOverload("k8s_contains_ip", BOOL, CIDR, IP),
        newMemberOverload("k8s_contains_ip_string", BOOL, CIDR, TEXT));
    declare(
        builder,
        "containsCIDR",
        newMemberOverload("k8s_contains_cidr", BOOL, CIDR, CIDR),
        newMemberOverload("k8s_contains_cidr_string", BOOL, CIDR, TEXT));
    member(builder, "masked", CIDR, CIDR);
    member(builder, "prefixLength", INT, CIDR);
    global(builder, "url", URL, TEXT);
    global(builder, "isURL", BOOL, TEXT);
    for (String part :
        new String[] {"getScheme", "getHost", "getHostname", "getPort", "getEscapedPath"}) {
      member(builder, part, TEXT, URL);
    }
    member(builder, "getQuery", MapType.create(TEXT, ListType.create(TEXT)), URL);
    member(builder, "isSorted", BOOL, LIST);
    member(builder, "sum", T, LIST);
    member(builder, "min", T, LIST);
    member(builder, "max", T, LIST);
    member(builder, "indexOf", INT, LIST, T);
    member(builder, "lastIndexOf", INT, LIST, T);
    member(builder, "find", TEXT, TEXT, TEXT);
    declare(
        builder,
        "findAll",
        newMemberOverload("k8s_find_all", ListType.create(TEXT), TEXT, TEXT),
        newMemberOverload("k8s_find_all_limit", ListType.create(TEXT), TEXT, TEXT, INT));
    member(builder, "format", TEXT, TEXT, ListType.create(SimpleType.DYN));
  }

  private static void global(
      CelCheckerBuilder builder, String name, CelType result, CelType... arguments) {
    declare(builder, name, newGlobalOverload("k8s_" + name, result, arguments));
  }

  private static void member(
      CelCheckerBuilder builder, String name, CelType result, CelType... arguments) {
    declare(builder, name, newMemberOverload("k8s_" + name, result, arguments));
  }

  private static void declare(
      CelCheckerBuilder builder, String name, CelOverloadDecl... overloads) {
    builder.addFunctionDeclarations(newFunctionDeclaration(name, overloads));
  }
}
