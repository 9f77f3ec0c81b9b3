package dev.fleetwright.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fleetwright.placement.kinds.BindingPolicySpec;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.CustomTransformSpec;
import dev.fleetwright.placement.kinds.ManagedClusterStatus;
import dev.fleetwright.placement.kinds.ManifestWorkSpec;
import dev.fleetwright.placement.kinds.ManifestWorkStatus;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a Kubernetes client reads and writes is what the records hold: nothing lost, nothing added.
 */
class KindsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  static Stream<Arguments> documents() {
    return Stream.of(
        Arguments.of(
            BindingPolicySpec.class,
            "{'clusterSelectors':[{},{'matchLabels':{'a':'b'}},{'matchExpressions':[{'key':'k','operator':'NotIn','values':['v']},{'key':'k','operator':'DoesNotExist'}]}],'downsync':[{'apiGroup':'','objectNames':['*'],'createOnly':true,'statusCollectors':['c'],'wantSingletonReportedState':false,'wantMultiWECReportedState':true}]}"),
        Arguments.of(
            BindingSpec.class,
            "{'workload':{'clusterScope':[{'group':'','version':'v1','resource':'namespaces','name':'n'}],'namespaceScope':[{'group':'apps','version':'v1','resource':'deployments','namespace':'n','name':'d','resourceVersion':'7','createOnly':true}]},'destinations':[{'clusterId':'c'}]}"),
        Arguments.of(
            CustomTransformSpec.class,
            "{'apiGroup':'apps','resource':'deployments','remove':['$.spec']}"),
        Arguments.of(
            ManifestWorkSpec.class,
            "{'workload':{'manifests':[{'kind':'A','x':null}]},'deleteOption':{'propagationPolicy':'SelectivelyOrphan','selectivelyOrphans':{'orphaningRules':[{'group':'','resource':'pods','namespace':'n','name':'p'}]}},'manifestConfigs':[{'resourceIdentifier':{'group':'apps','resource':'deployments','namespace':'n','name':'d'},'updateStrategy':{'type':'ServerSideApply','serverSideApply':{'force':true}},'feedbackRules':[{'type':'JSONPaths','jsonPaths':[{'name':'a','path':'.b'}]}],'conditionRules':[{'type':'CEL','condition':'C','celExpressions':['true']}]}],'executor':{'subject':{'type':'ServiceAccount','serviceAccount':{'namespace':'n','name':'s'}}}}"),
        Arguments.of(
            ManifestWorkStatus.class,
            "{'conditions':[{'type':'Applied','status':'True'}],'resourceStatus':{'manifests':[{'resourceMeta':{'ordinal':0,'kind':'A'},'conditions':[{'type':'Available','status':'False','reason':'R'}],'statusFeedback':{'values':[{'name':'a','fieldValue':{'type':'Boolean','boolean':true}}]}}]}}"),
        Arguments.of(
            ManagedClusterStatus.class,
            "{'capacity':{'cpu':'4'},'version':{'kubernetes':'v1.32.0'},'clusterClaims':[{'name':'a','value':'b'}]}"));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void roundTrips(Class<?> type, String quoted) throws JsonProcessingException {
    String json = quoted.replace('\'', '"');
    assertThat(JSON.writeValueAsString(JSON.readValue(json, type))).isEqualTo(json);
  }
}
