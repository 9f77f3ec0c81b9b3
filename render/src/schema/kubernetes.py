#!/usr/bin/env python3
"""Writes the field list that objects are checked against, from the API's own description.

usage: kubernetes.py SWAGGER_JSON HTTPROUTE_CRD_YAML > ../main/resources/dev/fleetwright/render/kubernetes-fields.txt

The sources are api/openapi-spec/swagger.json of k8s.io/kubernetes v1.32.0 and the HTTPRoute CRD of
sigs.k8s.io/gateway-api v1.2.1, both found in their Go modules.

The format: a line `=apiVersion Kind Type` per kind, a line `@Type` per type, then a line per field:
`name[!] code`, where ! means required and the code is s string, i integer, n number, b boolean,
q integer or string, * anything, Type a type, [code a list, {code a map, s(a|b) a choice.
"""
import json
import sys

KINDS = """
v1 Service, v1 ConfigMap, v1 Secret, v1 PersistentVolumeClaim, v1 ServiceAccount, v1 Namespace, v1 Pod,
apps/v1 Deployment, apps/v1 StatefulSet, apps/v1 DaemonSet, batch/v1 Job, batch/v1 CronJob,
autoscaling/v2 HorizontalPodAutoscaler, networking.k8s.io/v1 Ingress, networking.k8s.io/v1 NetworkPolicy,
policy/v1 PodDisruptionBudget, rbac.authorization.k8s.io/v1 Role, rbac.authorization.k8s.io/v1 RoleBinding,
rbac.authorization.k8s.io/v1 ClusterRole, rbac.authorization.k8s.io/v1 ClusterRoleBinding
"""

ANY_OF_STRING_AND_NUMBER = {"io.k8s.apimachinery.pkg.util.intstr.IntOrString"}
QUANTITY = {"io.k8s.apimachinery.pkg.api.resource.Quantity"}
ANY = {
    "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1",
    "io.k8s.apimachinery.pkg.runtime.RawExtension",
}

out = []
types = {}
queue = []


def short(name):
    base = name.split(".")[-1]
    if types.setdefault(base, name) != name:
        base = name.split(".")[-2] + base
        types.setdefault(base, name)
    return base


def code(schema):
    if "$ref" in schema:
        name = schema["$ref"].split("/")[-1]
        if name in ANY_OF_STRING_AND_NUMBER:
            return "q"
        if name in QUANTITY:
            return "u"
        if name in ANY:
            return "*"
        target = definitions[name]
        if "properties" not in target:
            return code(target) if "type" in target and target["type"] != "object" else "*"
        if name not in seen:
            seen.add(name)
            queue.append(name)
        return short(name)
    if schema.get("x-kubernetes-int-or-string"):
        return "q"
    kind = schema.get("type")
    if kind == "array":
        return "[" + code(schema["items"])
    if kind == "object":
        if "properties" in schema:
            return inline(schema)
        if "additionalProperties" in schema and isinstance(schema["additionalProperties"], dict):
            return "{" + code(schema["additionalProperties"])
        return "*"
    if kind == "string":
        if "enum" in schema:
            return "s(" + "|".join(schema["enum"]) + ")"
        return "s"
    return {"integer": "i", "number": "n", "boolean": "b"}.get(kind, "*")


inlined = []


def inline(schema):
    name = "R%d" % len(inlined)
    inlined.append(None)
    inlined[int(name[1:])] = (name, fields(schema))
    return name


def fields(schema):
    required = set(schema.get("required", []))
    rows = []
    for field, value in sorted(schema["properties"].items()):
        rows.append("%s%s %s" % (field, "!" if field in required else "", code(value)))
    return rows


swagger = json.load(open(sys.argv[1]))
definitions = swagger["definitions"]
seen = set()
by_gvk = {}
for name, definition in definitions.items():
    for gvk in definition.get("x-kubernetes-group-version-kind", []):
        version = (gvk["group"] + "/" if gvk["group"] else "") + gvk["version"]
        by_gvk.setdefault((version, gvk["kind"]), name)

heads, bodies = [], []
for entry in KINDS.replace("\n", " ").split(","):
    version, kind = entry.split()
    name = by_gvk[(version, kind)]
    seen.add(name)
    queue.append(name)
    heads.append("=%s %s %s" % (version, kind, short(name)))
while queue:
    name = queue.pop(0)
    bodies.append("@" + short(name))
    bodies.extend(fields(definitions[name]))

import yaml

crd = yaml.safe_load(open(sys.argv[2]))
for version in crd["spec"]["versions"]:
    if version["name"] == "v1":
        schema = version["schema"]["openAPIV3Schema"]
        schema["properties"]["metadata"] = {"$ref": "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}
        heads.append("=gateway.networking.k8s.io/v1 HTTPRoute " + inline(schema))
for name, rows in inlined:
    bodies.append("@" + name)
    bodies.extend(rows)
print("\n".join(heads + bodies))
