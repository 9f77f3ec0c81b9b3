package main

import (
	"encoding/json"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/util/intstr"
)

func ptr[T any](value T) *T { return &value }

// Each sample as the bytes that a client sends, and as the JSON that means the same.
func samples() map[string][]byte {
	meta := metav1.ObjectMeta{
		Name:              "sample",
		Namespace:         "default",
		Labels:            map[string]string{"app": "web", "empty": ""},
		Annotations:       map[string]string{"note": "grün ✓"},
		Finalizers:        []string{"example.dev/hold"},
		CreationTimestamp: metav1.NewTime(time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)),
		OwnerReferences:   []metav1.OwnerReference{{APIVersion: "v1", Kind: "ConfigMap", Name: "o", UID: "u-1", Controller: ptr(false)}},
		ManagedFields: []metav1.ManagedFieldsEntry{{
			Manager: "m", Operation: "Update", APIVersion: "v1", FieldsType: "FieldsV1",
			FieldsV1: &metav1.FieldsV1{Raw: []byte(`{"f:data":{"f:k":{}}}`)},
		}},
	}
	pod := corev1.PodSpec{
		RestartPolicy:                 corev1.RestartPolicyAlways,
		TerminationGracePeriodSeconds: ptr(int64(0)),
		HostNetwork:                   true,
		Containers: []corev1.Container{{
			Name: "c", Image: "nginx:1.27", Command: []string{"a", ""},
			Ports: []corev1.ContainerPort{{ContainerPort: 80, Protocol: "TCP"}},
			Env: []corev1.EnvVar{
				{Name: "A", Value: "b"},
				{Name: "S", ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{
					LocalObjectReference: corev1.LocalObjectReference{Name: "s"}, Key: "k", Optional: ptr(true)}}},
			},
			EnvFrom: []corev1.EnvFromSource{{ConfigMapRef: &corev1.ConfigMapEnvSource{LocalObjectReference: corev1.LocalObjectReference{Name: "m"}}}},
			Resources: corev1.ResourceRequirements{
				Requests: corev1.ResourceList{"cpu": resource.MustParse("250m"), "memory": resource.MustParse("64Mi")},
			},
			LivenessProbe: &corev1.Probe{
				ProbeHandler:  corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Path: "/", Port: intstr.FromString("http")}},
				PeriodSeconds: 3,
			},
			SecurityContext: &corev1.SecurityContext{RunAsUser: ptr(int64(-1)), Privileged: ptr(false)},
		}},
		Volumes: []corev1.Volume{
			{Name: "e", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{SizeLimit: ptr(resource.MustParse("1Gi"))}}},
			{Name: "m", VolumeSource: corev1.VolumeSource{ConfigMap: &corev1.ConfigMapVolumeSource{
				LocalObjectReference: corev1.LocalObjectReference{Name: "m"}, DefaultMode: ptr(int32(0o644))}}},
		},
	}
	template := corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app": "web"}}, Spec: pod}
	selector := &metav1.LabelSelector{MatchLabels: map[string]string{"app": "web"}}
	objects := map[string]runtime.Object{
		"configmap": &corev1.ConfigMap{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"}, ObjectMeta: meta,
			Data: map[string]string{"k": "v", "long": string(make([]rune, 0)) + "line\nline"}, BinaryData: map[string][]byte{"b": {0, 1, 255}}},
		"secret": &corev1.Secret{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Secret"}, ObjectMeta: meta,
			Data: map[string][]byte{"password": []byte("hunter2")}, Type: "Opaque", Immutable: ptr(false)},
		"service": &corev1.Service{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Service"}, ObjectMeta: meta,
			Spec: corev1.ServiceSpec{Selector: map[string]string{"app": "web"}, Ports: []corev1.ServicePort{{Name: "http", Port: 80, TargetPort: intstr.FromInt32(8080), Protocol: "TCP"}}, Type: "ClusterIP"}},
		"deployment": &appsv1.Deployment{TypeMeta: metav1.TypeMeta{APIVersion: "apps/v1", Kind: "Deployment"}, ObjectMeta: meta,
			Spec: appsv1.DeploymentSpec{Replicas: ptr(int32(0)), Selector: selector, Template: template,
				Strategy: appsv1.DeploymentStrategy{Type: "RollingUpdate", RollingUpdate: &appsv1.RollingUpdateDeployment{
					MaxSurge: ptr(intstr.FromString("25%")), MaxUnavailable: ptr(intstr.FromInt32(0))}}}},
		"cronjob": &batchv1.CronJob{TypeMeta: metav1.TypeMeta{APIVersion: "batch/v1", Kind: "CronJob"}, ObjectMeta: meta,
			Spec: batchv1.CronJobSpec{Schedule: "*/5 * * * *", JobTemplate: batchv1.JobTemplateSpec{Spec: batchv1.JobSpec{Template: template}}}},
		"clusterrole": &rbacv1.ClusterRole{TypeMeta: metav1.TypeMeta{APIVersion: "rbac.authorization.k8s.io/v1", Kind: "ClusterRole"}, ObjectMeta: metav1.ObjectMeta{Name: "r"},
			Rules: []rbacv1.PolicyRule{{Verbs: []string{"get"}, APIGroups: []string{""}, Resources: []string{"pods"}}, {Verbs: []string{"get"}, NonResourceURLs: []string{"/metrics"}}}},
		"ingress": &networkingv1.Ingress{TypeMeta: metav1.TypeMeta{APIVersion: "networking.k8s.io/v1", Kind: "Ingress"}, ObjectMeta: meta,
			Spec: networkingv1.IngressSpec{Rules: []networkingv1.IngressRule{{Host: "h", IngressRuleValue: networkingv1.IngressRuleValue{HTTP: &networkingv1.HTTPIngressRuleValue{
				Paths: []networkingv1.HTTPIngressPath{{Path: "/", PathType: ptr(networkingv1.PathTypePrefix), Backend: networkingv1.IngressBackend{
					Service: &networkingv1.IngressServiceBackend{Name: "s", Port: networkingv1.ServiceBackendPort{Number: 80}}}}}}}}}}},
		"lease": &coordinationv1.Lease{TypeMeta: metav1.TypeMeta{APIVersion: "coordination.k8s.io/v1", Kind: "Lease"}, ObjectMeta: meta,
			Spec: coordinationv1.LeaseSpec{HolderIdentity: ptr("me"), LeaseDurationSeconds: ptr(int32(15)), RenewTime: ptr(metav1.NewMicroTime(time.Date(2030, 1, 2, 3, 4, 5, 678901000, time.UTC)))}},
		"hpa": &autoscalingv2.HorizontalPodAutoscaler{TypeMeta: metav1.TypeMeta{APIVersion: "autoscaling/v2", Kind: "HorizontalPodAutoscaler"}, ObjectMeta: meta,
			Spec: autoscalingv2.HorizontalPodAutoscalerSpec{MaxReplicas: 5, ScaleTargetRef: autoscalingv2.CrossVersionObjectReference{Kind: "Deployment", Name: "web", APIVersion: "apps/v1"},
				Metrics: []autoscalingv2.MetricSpec{{Type: "Resource", Resource: &autoscalingv2.ResourceMetricSource{Name: "cpu", Target: autoscalingv2.MetricTarget{Type: "Utilization", AverageUtilization: ptr(int32(80))}}}}}},
		"definition": &apiextensionsv1.CustomResourceDefinition{TypeMeta: metav1.TypeMeta{APIVersion: "apiextensions.k8s.io/v1", Kind: "CustomResourceDefinition"}, ObjectMeta: metav1.ObjectMeta{Name: "gadgets.example.dev"},
			Spec: apiextensionsv1.CustomResourceDefinitionSpec{Group: "example.dev", Scope: "Namespaced", Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "gadgets", Singular: "gadget", Kind: "Gadget", ListKind: "GadgetList"},
				Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{Name: "v1", Served: true, Storage: true, Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{
					Type: "object", Properties: map[string]apiextensionsv1.JSONSchemaProps{"spec": {Type: "object", Properties: map[string]apiextensionsv1.JSONSchemaProps{
						"list":  {Type: "array", Items: &apiextensionsv1.JSONSchemaPropsOrArray{Schema: &apiextensionsv1.JSONSchemaProps{Type: "string"}}},
						"size":  {Type: "integer", Minimum: ptr(0.5), Default: &apiextensionsv1.JSON{Raw: []byte("3")}, Enum: []apiextensionsv1.JSON{{Raw: []byte("3")}, {Raw: []byte(`4`)}}},
						"map":   {Type: "object", AdditionalProperties: &apiextensionsv1.JSONSchemaPropsOrBool{Allows: true, Schema: &apiextensionsv1.JSONSchemaProps{Type: "string"}}},
						"plain": {Type: "object", XPreserveUnknownFields: ptr(true)}}}}}}}}}},
	}
	files := map[string][]byte{}
	scheme := runtime.NewScheme()
	encoder := protobuf.NewSerializer(scheme, scheme)
	for name, object := range objects {
		bytes, err := runtime.Encode(encoder, object)
		if err != nil {
			panic(err)
		}
		text, err := json.MarshalIndent(object, "", " ")
		if err != nil {
			panic(err)
		}
		files[name+".pb"] = bytes
		files[name+".json"] = append(text, '\n')
	}
	return files
}
