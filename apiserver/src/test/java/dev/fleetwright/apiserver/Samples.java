package dev.fleetwright.apiserver;

/** Objects that several tests use. */
final class Samples {
  static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
  static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  static final String WIDGETS = "/apis/example.dev/v1/namespaces/default/widgets";

  static final String DEPLOYMENT =
      """
      {'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'web'},'spec':{
        'replicas':2,'selector':{'matchLabels':{'app':'web'}},
        'template':{'metadata':{'labels':{'app':'web'}},
          'spec':{'containers':[{'name':'c','image':'nginx','ports':[{'containerPort':80}]}]}}}}
      """;

  static final String DEFINITION =
      """
      {'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition',
       'metadata':{'name':'widgets.example.dev'},
       'spec':{'group':'example.dev','scope':'Namespaced',
        'names':{'plural':'widgets','kind':'Widget','shortNames':['wd'],'categories':['all']},
        'versions':[{'name':'v1','served':true,'storage':true,
          'subresources':{'status':{},
            'scale':{'specReplicasPath':'.spec.size','statusReplicasPath':'.status.size'}},
          'additionalPrinterColumns':[
            {'name':'Size','type':'integer','jsonPath':'.spec.size'},
            {'name':'Ready','type':'string','jsonPath':'.status.conditions[?(@.type==\\"Ready\\")].status'}],
          'schema':{'openAPIV3Schema':{'type':'object','properties':{
            'spec':{'type':'object','required':['size'],'properties':{
              'size':{'type':'integer','minimum':0,'maximum':10},
              'color':{'type':'string','enum':['red','green'],'default':'red'},
              'code':{'type':'string','pattern':'^[a-z]+$'},
              'port':{'x-kubernetes-int-or-string':true},
              'free':{'type':'object','x-kubernetes-preserve-unknown-fields':true},
              'parts':{'type':'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['name'],
                'items':{'type':'object','required':['name'],'properties':{
                  'name':{'type':'string'},'value':{'type':'string'}}}},
              'tags':{'type':'array','x-kubernetes-list-type':'set','items':{'type':'string'}},
              'steps':{'type':'array','items':{'type':'string'}}}},
            'status':{'type':'object','properties':{'size':{'type':'integer'},
              'conditions':{'type':'array','items':{'type':'object','properties':{
                'type':{'type':'string'},'status':{'type':'string'}}}}}}}}}}]}}
      """;

  private Samples() {}

  static String configMap(String name, String labels) {
    return "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'%s','labels':{%s}},'data':{'k':'v'}}"
        .formatted(name, labels);
  }

  static String widget(String name, String spec) {
    return "{'apiVersion':'example.dev/v1','kind':'Widget','metadata':{'name':'%s'},'spec':{%s}}"
        .formatted(name, spec);
  }
}
