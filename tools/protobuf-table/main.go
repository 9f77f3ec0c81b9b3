// Makes the table by which the API server reads protobuf bodies, and the samples that its tests read.
//
//	go run . ../../apiserver/src/main/resources/dev/fleetwright/apiserver/protobuf/fields.tsv \
//	         ../../apiserver/src/test/resources/protobuf
//
// Field numbers, JSON names and what is left out when empty come from the struct tags of the Kubernetes types.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	eventsv1 "k8s.io/api/events/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var roots = []any{
	corev1.Namespace{}, corev1.ConfigMap{}, corev1.Secret{}, corev1.ServiceAccount{}, corev1.Service{}, corev1.Endpoints{},
	corev1.Pod{}, corev1.PodTemplate{}, corev1.ReplicationController{}, corev1.Event{}, corev1.Node{}, corev1.PersistentVolume{},
	corev1.PersistentVolumeClaim{}, corev1.ResourceQuota{}, corev1.LimitRange{}, corev1.Binding{},
	appsv1.Deployment{}, appsv1.ReplicaSet{}, appsv1.StatefulSet{}, appsv1.DaemonSet{}, appsv1.ControllerRevision{},
	batchv1.Job{}, batchv1.CronJob{},
	networkingv1.Ingress{}, networkingv1.IngressClass{}, networkingv1.NetworkPolicy{},
	autoscalingv1.HorizontalPodAutoscaler{}, autoscalingv1.Scale{}, autoscalingv2.HorizontalPodAutoscaler{},
	policyv1.PodDisruptionBudget{}, policyv1.Eviction{}, coordinationv1.Lease{},
	discoveryv1.EndpointSlice{}, eventsv1.Event{}, schedulingv1.PriorityClass{}, storagev1.StorageClass{},
	rbacv1.Role{}, rbacv1.RoleBinding{}, rbacv1.ClusterRole{}, rbacv1.ClusterRoleBinding{},
	authenticationv1.SelfSubjectReview{}, authenticationv1.TokenRequest{}, authenticationv1.TokenReview{},
	authorizationv1.SelfSubjectAccessReview{}, authorizationv1.SelfSubjectRulesReview{},
	authorizationv1.SubjectAccessReview{}, authorizationv1.LocalSubjectAccessReview{},
	apiextensionsv1.CustomResourceDefinition{},
	metav1.DeleteOptions{}, metav1.Status{},
}

// Types whose JSON is not that of their fields; the reader knows them by these words.
var special = map[string]string{
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":                                               "time",
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime":                                          "microtime",
	"k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1":                                           "raw",
	"k8s.io/apimachinery/pkg/api/resource.Quantity":                                           "quantity",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString":                                         "int-or-string",
	"k8s.io/apimachinery/pkg/runtime.RawExtension":                                            "raw",
	"k8s.io/api/authentication/v1.ExtraValue":                                                 "strings",
	"k8s.io/api/authorization/v1.ExtraValue":                                                  "strings",
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON":                           "raw",
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrArray":         "schema-or-array",
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrBool":          "schema-or-bool",
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSONSchemaPropsOrStringArray":   "schema-or-strings",
}

var rows = map[string]string{}

func name(t reflect.Type) string {
	parts := strings.Split(t.PkgPath(), "/")
	return parts[len(parts)-2] + "." + parts[len(parts)-1] + "." + t.Name()
}

func add(t reflect.Type) string {
	n := name(t)
	if _, known := rows[n]; known {
		return n
	}
	rows[n] = ""
	var fields []string
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		tag := f.Tag.Get("protobuf")
		if tag == "" {
			continue
		}
		json := strings.Split(f.Tag.Get("json"), ",")
		jsonName, inline, omit := json[0], false, false
		for _, option := range json[1:] {
			inline = inline || option == "inline"
			omit = omit || option == "omitempty"
		}
		if jsonName == "" {
			inline = true
		}
		if jsonName == "-" {
			continue
		}
		if inline {
			jsonName = "*"
		}
		kind := f.Type.Kind()
		scalar := kind == reflect.String || kind == reflect.Bool || kind == reflect.Int32 || kind == reflect.Int64 || kind == reflect.Float64
		number := strings.Split(tag, ",")[1]
		suffix := ""
		if omit && scalar {
			suffix = "?"
		}
		fields = append(fields, number+":"+jsonName+":"+notation(f.Type)+suffix)
	}
	rows[n] = strings.Join(fields, " ")
	return n
}

func notation(t reflect.Type) string {
	if word, known := special[t.PkgPath()+"."+t.Name()]; known && t.Name() != "" {
		return word
	}
	switch t.Kind() {
	case reflect.Pointer:
		return notation(t.Elem())
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int32, reflect.Int64, reflect.Int:
		return "integer"
	case reflect.Float64:
		return "number"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "[]" + notation(t.Elem())
	case reflect.Map:
		return "{}" + notation(t.Elem())
	case reflect.Struct:
		return add(t)
	}
	panic("no notation for " + t.String())
}

func main() {
	for _, root := range roots {
		add(reflect.TypeOf(root))
	}
	add(reflect.TypeOf(apiextensionsv1.JSONSchemaProps{}))
	var names []string
	for n := range rows {
		names = append(names, n)
	}
	sort.Strings(names)
	var text strings.Builder
	text.WriteString("# How the fields of built-in types stand in protobuf. Made by tools/protobuf-table.\n")
	text.WriteString("# type\tnumber:field:type; * for a type whose fields stand in its owner, [] lists, {} maps, ? left out when empty\n")
	for _, n := range names {
		text.WriteString(n + "\t" + rows[n] + "\n")
	}
	if err := os.WriteFile(os.Args[1], []byte(text.String()), 0o644); err != nil {
		panic(err)
	}
	if len(os.Args) > 2 {
		for file, content := range samples() {
			if err := os.WriteFile(filepath.Join(os.Args[2], file), content, 0o644); err != nil {
				panic(err)
			}
		}
	}
	fmt.Println(len(names), "types")
}
