import { type Chart, chart } from '../servers/chart.ts'

/** What Terraform installs beside Karpenter: a Deployment with a Secret, and a StatefulSet with definitions of its own. */
export const chartsOfTerraform: readonly Chart[] = [
  chart('web', '1.2.3', {
    'values.yaml': 'replicas: 1\nregion: nowhere\ntoken: ""\nenv: {}\n',
    'templates/all.yaml': `apiVersion: v1
kind: Secret
metadata: {name: {{ .Release.Name }}}
stringData: {token: {{ quote .Values.token }}}
---
apiVersion: v1
kind: Service
metadata: {name: {{ .Release.Name }}}
spec: {selector: {app: {{ .Release.Name }}}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata:
      labels: {app: {{ .Release.Name }}}
      annotations: {checksum/token: {{ sha256sum .Values.token | quote }}}
    spec:
      containers:
      - name: main
        image: registry.example.com/web:1.2.3
        env:
        - {name: REGION, value: {{ quote .Values.region }}}
{{- range $name, $value := .Values.env }}
        - {name: {{ $name }}, value: {{ quote $value }}}
{{- end }}
`,
  }),
  chart('queue', '0.3.0', {
    'values.yaml': 'name: none\nzones: []\n',
    'crds/topics.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: topics.queue.example.com}
spec:
  group: queue.example.com
  scope: Namespaced
  names: {kind: Topic, plural: topics, singular: topic, listKind: TopicList}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
`,
    'templates/all.yaml': `apiVersion: queue.example.com/v1
kind: Topic
metadata: {name: orders}
spec: {queue: {{ quote .Values.name }}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: {{ .Release.Name }}}
spec:
  serviceName: {{ .Release.Name }}
  replicas: 2
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec:
      containers:
      - {name: main, image: 'registry.example.com/queue:0.3.0', args: {{ toJson .Values.zones }}}
`,
  }),
]

/** A cluster's part of a platform as many have it: roles and queues, and three releases by the Helm provider. */
export function terraformModule(places: { readonly charts: string; readonly karpenter: string }): string {
  return `terraform {
  required_version = ">= 1.9"
  required_providers {
    helm = {
      source  = "hashicorp/helm"
      version = "1.3.2"
    }
  }
}

variable "cluster_name" {
  type = string
}

variable "kubeconfig" {
  type = string
}

variable "token" {
  type      = string
  sensitive = true
}

provider "helm" {
  kubernetes {
    config_path = var.kubeconfig
  }
}

locals {
  charts = "${places.charts}"
  zones  = ["a", "b"]
}

# In a cloud these are a role and a queue.
resource "terraform_data" "karpenter_role" {
  input = "arn:aws:iam::012345678901:role/karpenter-\${var.cluster_name}"
}

resource "terraform_data" "interruption_queue" {
  input = "karpenter-\${var.cluster_name}"
}

resource "helm_release" "karpenter" {
  name             = "karpenter"
  namespace        = "karpenter"
  create_namespace = true
  repository       = local.charts
  chart            = "karpenter"
  version          = "${places.karpenter}"
  atomic           = true
  values = [
    <<-EOT
    dnsPolicy: Default
    settings:
      clusterName: \${var.cluster_name}
      interruptionQueue: \${terraform_data.interruption_queue.output}
    EOT
  ]
  set {
    name  = "serviceAccount.annotations.eks\\\\.amazonaws\\\\.com/role-arn"
    value = terraform_data.karpenter_role.output
  }
}

resource "helm_release" "web" {
  name             = "web"
  namespace        = "web"
  create_namespace = true
  repository       = local.charts
  chart            = "web"
  version          = "1.2.3"
  max_history      = 3
  values = [yamlencode({
    replicas = 2
    env      = { CLUSTER = var.cluster_name, ZONES = join(",", local.zones) }
  })]
  set_sensitive {
    name  = "token"
    value = var.token
  }
  depends_on = [helm_release.karpenter]
}

resource "helm_release" "queue" {
  for_each         = toset(["orders"])
  name             = "queue-\${each.key}"
  namespace        = "queues"
  create_namespace = true
  repository       = local.charts
  chart            = "queue"
  version          = "0.3.0"
  values           = [yamlencode({ zones = concat(local.zones, [terraform_data.interruption_queue.output]) })]
  set {
    name  = "name"
    value = "\${var.cluster_name}-\${each.key}"
  }
}

output "cluster_name" {
  value = var.cluster_name
}

output "karpenter" {
  value = { role_arn = terraform_data.karpenter_role.output }
}
`
}
