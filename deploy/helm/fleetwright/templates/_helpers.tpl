{{- define "fleetwright.labels" -}}
app.kubernetes.io/name: fleetwright
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/component: hub
{{- end }}
{{- define "fleetwright.selector" -}}
app.kubernetes.io/name: fleetwright
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: hub
{{- end }}
{{- define "fleetwright.name" -}}
{{ printf "%s-hub" .Release.Name | trunc 52 | trimSuffix "-" }}
{{- end }}
{{- define "fleetwright.secret" -}}
{{ .Values.amqp.existingSecret | default (printf "%s-amqp" (include "fleetwright.name" .)) }}
{{- end }}
{{- define "fleetwright.webhook" -}}
{{ .Release.Namespace }}-{{ include "fleetwright.name" . }}
{{- end }}
