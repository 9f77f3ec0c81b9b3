package dev.fleetwright.placement.work;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Source;
import dev.fleetwright.placement.ResourceTypes;
import dev.fleetwright.placement.WorkloadObject;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CleaningTest {

  static Map<String, Object> yaml(String text) {
    Object plain = new DocumentReader().read(new Source("<test>", text)).roots().getFirst().plain();
    return new ObjectMapper().convertValue(plain, new TypeReference<Map<String, Object>>() {});
  }

  static WorkloadObject object(String text) {
    Map<String, Object> content = yaml(text);
    return WorkloadObject.of(
        ResourceTypes.standard()
            .of(String.valueOf(content.get("apiVersion")), String.valueOf(content.get("kind"))),
        content);
  }

  private static void cleans(String from, String to) {
    WorkloadObject object = object(from);
    Map<String, Object> before = yaml(from);
    assertThat(Cleaning.clean(object)).isEqualTo(yaml(to));
    assertThat(object.content()).as("the object itself is not changed").isEqualTo(before);
  }

  @Test
  void whatTheServerWroteIsTakenOut() {
    cleans(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: web
          namespace: n
          uid: u
          resourceVersion: "5"
          generation: 3
          creationTimestamp: "2026-01-01T00:00:00Z"
          selfLink: /x
          generateName: web-
          managedFields: [{manager: kubectl}]
          finalizers: [a/b]
          ownerReferences: [{name: o}]
          labels: {app: web, kubestellar.io/executing-count: "1"}
          annotations:
            kubectl.kubernetes.io/last-applied-configuration: "{}"
            deployment.kubernetes.io/revision: "4"
            fleetwright.dev/status-returned-from: c1
            control.kubestellar.io/expand-templates: "true"
            mine: kept
        spec: {replicas: 2}
        status: {replicas: 2}
        """,
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: n, labels: {app: web}, annotations: {mine: kept}}
        spec: {replicas: 2}
        """);
  }

  @Test
  void emptiedLabelsAndAnnotationsGoToo() {
    cleans(
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: c
          labels: {kubestellar.io/executing-count: "1"}
          annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}"}
        data: {a: b}
        """,
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: default}, data: {a: b}}");
  }

  @Test
  void aServiceLosesItsAddressesAndNodePorts() {
    cleans(
        """
        apiVersion: v1
        kind: Service
        metadata: {name: s, namespace: n}
        spec:
          clusterIP: 10.0.0.7
          clusterIPs: [10.0.0.7]
          ipFamilies: [IPv4]
          type: NodePort
          healthCheckNodePort: 30001
          ports: [{port: 80, nodePort: 30080}, {port: 81}]
        """,
        """
        apiVersion: v1
        kind: Service
        metadata: {name: s, namespace: n}
        spec: {type: NodePort, ports: [{port: 80}, {port: 81}]}
        """);
  }

  @Test
  void aHeadlessServiceStaysHeadless() {
    String headless =
        "{apiVersion: v1, kind: Service, metadata: {name: s, namespace: n}, spec: {clusterIP: None,"
            + " clusterIPs: [None], ports: [{port: 1}]}}";
    cleans(headless, headless);
  }

  @Test
  void nodePortsStayWhereTheirOwnerSaysSo() {
    String kept =
        "{apiVersion: v1, kind: Service, metadata: {name: s, namespace: n, annotations:"
            + " {kubestellar.io/preserve: nodeport}}, spec: {ports: [{port: 1, nodePort: 30080}]}}";
    cleans(kept, kept);
  }

  @Test
  void aJobLosesTheSelectorThatItsServerMade() {
    cleans(
        """
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: j
          namespace: n
          labels: {controller-uid: u, job-name: j}
          annotations: {batch.kubernetes.io/job-tracking: ""}
        spec:
          selector: {matchLabels: {controller-uid: u}}
          template:
            metadata: {creationTimestamp: null, labels: {controller-uid: u, job-name: j, batch.kubernetes.io/job-name: j, app: x}}
            spec: {restartPolicy: Never}
        """,
        """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: j, namespace: n}
        spec: {template: {metadata: {labels: {app: x}}, spec: {restartPolicy: Never}}}
        """);
    String own =
        "{apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: n, labels: {job-name:"
            + " j}}, spec: {manualSelector: true, selector: {matchLabels: {job-name: j}}}}";
    cleans(own, own);
  }

  @Test
  void otherKindsLoseWhatTheirControllersFilledIn() {
    cleans(
        "{apiVersion: v1, kind: Namespace, metadata: {name: n}, spec: {finalizers: [kubernetes]}}",
        "{apiVersion: v1, kind: Namespace, metadata: {name: n}}");
    cleans(
        "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: n}, spec: {nodeName: n1, x:"
            + " 1}}",
        "{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: n}, spec: {x: 1}}");
    cleans(
        "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: p, namespace: n}, spec:"
            + " {volumeName: v, x: 1}}",
        "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: p, namespace: n}, spec: {x:"
            + " 1}}");
    cleans(
        "{apiVersion: v1, kind: PersistentVolume, metadata: {name: p}, spec: {claimRef: {name: c},"
            + " x: 1}}",
        "{apiVersion: v1, kind: PersistentVolume, metadata: {name: p}, spec: {x: 1}}");
    cleans(
        "{apiVersion: v1, kind: ServiceAccount, metadata: {name: s, namespace: n}, secrets: [{name:"
            + " t}]}",
        "{apiVersion: v1, kind: ServiceAccount, metadata: {name: s, namespace: n}}");
  }
}
