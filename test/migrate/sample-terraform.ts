/** For tests: two releases that move, and one that stays. */
export const sampleTerraform = `terraform {
  required_version = ">= 1.9"
}

module "karpenter" {
  source = "terraform-aws-modules/eks/aws//modules/karpenter"
}

# Nodes by need.
resource "helm_release" "karpenter" {
  name       = "karpenter"
  namespace  = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.14.1"
  wait       = false
  values = [
    <<-EOT
    settings:
      clusterName: blue
      interruptionQueue: \${module.karpenter.queue_name}
    EOT
  ]
}

resource "helm_release" "app" {
  name       = "app"
  namespace  = "apps"
  repository = "https://charts.example.com"
  chart      = "app"
  version    = "2.0.0"
  depends_on = [helm_release.karpenter]

  set_sensitive {
    name  = "token"
    value = "hunter2"
  }
}

resource "helm_release" "local" {
  name  = "local"
  chart = "./charts/local"
}

resource "aws_sqs_queue" "q" {
  name       = "q"
  depends_on = [helm_release.app]
}
`

/** For tests: a WorkspaceTemplate with a module inside. */
export function workspaceTemplate(module: string): string {
  return `apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
kind: WorkspaceTemplate
metadata:
  name: eks
spec:
  template:
    spec:
      forProvider:
        source: Inline
        vars:
        - {key: cluster_name, value: "\${cluster_name}"}
        - {key: domain, value: example.com}
        module: |
${module.replaceAll(/^(?=.)/gm, '          ')}
      providerConfigRef: {name: aws}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: other}
`
}
