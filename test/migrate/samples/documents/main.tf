# Documents of values in every form.
terraform {
  required_version = ">= 1.9"
}

variable "domain" {
  default = "example.com"
}

variable "class" {
  type    = string
  default = "nginx"
}

data "aws_eks_cluster" "this" {
  name = "blue"
}

locals {
  replicas = { server = 2, repo = 1 }
  template = [
    templatefile("${path.module}/argocd.yaml.tftpl", {
      domain   = var.domain
      endpoint = data.aws_eks_cluster.this.endpoint
      cidrs    = join(",", ["10.0.0.0/8", "192.168.0.0/16"])
      zones    = ["a", "b"]
    })
  ]
}

resource "helm_release" "argocd" {
  name             = "argocd"
  namespace        = "argocd"
  create_namespace = true
  repository       = "https://argoproj.github.io/argo-helm"
  chart            = "argo-cd"
  version          = "9.0.5"
  values           = local.template
  depends_on       = [data.aws_eks_cluster.this]
}

resource "helm_release" "external_dns" {
  name       = "external-dns"
  namespace  = "kube-system"
  repository = "https://kubernetes-sigs.github.io/external-dns/"
  chart      = "external-dns"
  version    = "1.14.4"

  values = [
    yamlencode({
      provider      = { name = "aws" }
      domainFilters = [var.domain]
      txtOwnerId    = data.aws_eks_cluster.this.id
    }),
    <<-YAML
      policy: sync
      sources:
        - service
        - ingress
    YAML
    ,
    file("external-dns.yaml"),
  ]
}

resource "helm_release" "json" {
  name       = "retina"
  namespace  = "kube-system"
  repository = "oci://ghcr.io/microsoft/retina/charts"
  chart      = "retina"
  version    = "v0.0.34"
  values     = [jsonencode({ image = { tag = "v0.0.34" }, logLevel = "info", operator = { enabled = true } })]
}

resource "helm_release" "merged" {
  name       = "oauth2-proxy"
  namespace  = "auth"
  repository = "https://oauth2-proxy.github.io/manifests"
  chart      = "oauth2-proxy"
  version    = "7.12.18"
  values = concat(
    [file(join("", [path.module, "/", "external-dns.yaml"]))],
    [for key, count in local.replicas : yamlencode({ (key) = { replicas = count } })],
    var.class == "nginx" ? [yamlencode({ ingress = { className = var.class } })] : [],
    [""],
  )
}

resource "helm_release" "mixed" {
  name       = "aws-for-fluent-bit"
  namespace  = "logging"
  repository = "https://aws.github.io/eks-charts"
  chart      = "aws-for-fluent-bit"
  version    = "0.1.34"
  values = [<<EOF
cloudWatch:
  region: ${data.aws_region.current.name}
  logGroup: "/aws/eks/${data.aws_eks_cluster.this.id}/logs"
elasticsearch:
  enabled: false
%{if var.class == "nginx"~}
tolerations:
- operator: Exists
%{endif~}
EOF
  ]
}
