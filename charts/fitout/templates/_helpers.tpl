{{/* The objects of a file, in the namespace of the release. */}}
{{- define "fitout.file" -}}
{{ .root.Files.Get (printf "files/%s.yaml" .name) | replace "fitout-system" .root.Release.Namespace }}
{{- end }}

{{- define "fitout.image" -}}
{{- $image := .Values.image -}}
{{- $repository := required "image.repository is empty: name the registry and the repository of the image" $image.repository -}}
{{- if $image.digest -}}
{{ $repository }}@{{ $image.digest }}
{{- else -}}
{{ $repository }}:{{ $image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}
