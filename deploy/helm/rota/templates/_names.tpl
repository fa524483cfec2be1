{{- define "rota.name" -}}
{{- if contains "rota" .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-rota{{ end -}}
{{- end }}

{{- define "rota.selector" -}}
app.kubernetes.io/name: rota
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "rota.labels" -}}
{{ include "rota.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "rota.usesPostgres" -}}
{{- if or .Values.database.existingSecret .Values.database.url }}yes{{ end -}}
{{- end }}

{{- define "rota.secret" -}}
{{- .Values.database.existingSecret | default (include "rota.name" .) -}}
{{- end }}
