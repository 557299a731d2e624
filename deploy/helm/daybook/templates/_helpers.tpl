{{- define "daybook.name" -}}
{{- printf "%s-daybook" .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "daybook.selector" -}}
app.kubernetes.io/name: daybook
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "daybook.labels" -}}
{{ include "daybook.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "daybook.secret" -}}
{{- default (include "daybook.name" .) .Values.existingSecret -}}
{{- end -}}
