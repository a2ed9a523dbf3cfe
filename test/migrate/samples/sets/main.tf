# Values one by one, as blocks and as lists, with every type that there is.
variable "cluster_name" {
  type = string
}

variable "webhook_password" {
  type      = string
  sensitive = true
}

resource "random_password" "grafana" {
  length = 20
}

resource "helm_release" "aws_load_balancer_controller" {
  name       = "aws-load-balancer-controller"
  namespace  = "kube-system"
  repository = "https://aws.github.io/eks-charts"
  chart      = "aws-load-balancer-controller"
  version    = "1.13.4"

  set {
    name  = "clusterName"
    value = var.cluster_name
  }
  set {
    name  = "replicaCount"
    value = 2
  }
  set {
    name  = "enableCertManager"
    value = "true"
    type  = "string"
  }
  set {
    name  = "serviceAccount.annotations.eks\\.amazonaws\\.com/role-arn"
    value = aws_iam_role.lbc.arn
  }
  set {
    name  = "tolerations[0].operator"
    value = "Exists"
  }
  set {
    name  = "wait-for"
    value = aws_iam_role_policy_attachment.lbc.id
  }
}

resource "helm_release" "cert_manager" {
  name             = "cert-manager"
  namespace        = "cert-manager"
  create_namespace = true
  repository       = "https://charts.jetstack.io"
  chart            = "cert-manager"
  version          = "v1.18.2"
  wait_for_jobs    = true

  set = [
    { name = "crds.enabled", value = "true" },
    { name = "extraArgs", value = "{--dns01-recursive-nameservers-only,--v=2}" },
    {
      name  = "podLabels.app\\.example\\.com/name"
      value = "on"
      type  = "string"
    },
  ]

  depends_on = [aws_eks_node_group.general]
}

resource "helm_release" "grafana" {
  name       = "grafana"
  namespace  = "monitoring"
  repository = "https://grafana.github.io/helm-charts"
  chart      = "grafana"
  version    = "9.3.1"

  set_sensitive {
    name  = "adminPassword"
    value = random_password.grafana.result
  }
  set_sensitive {
    name  = "smtp.password"
    value = var.webhook_password
  }
  set_list {
    name  = "plugins"
    value = ["grafana-piechart-panel", "grafana-clock-panel"]
  }
}

resource "helm_release" "velero" {
  name          = "velero"
  namespace     = "velero"
  repository    = "https://vmware-tanzu.github.io/helm-charts"
  chart         = "velero"
  version       = "~> 10.0"
  set           = concat([{ name = "deployNodeAgent", value = true }], [for k in ["a", "b"] : { name = "labels.${k}", value = k }])
  set_list      = [{ name = "namespaces", value = aws_ssm_parameter.zones.value }]
  set_sensitive = [{ name = "credentials.extraEnvVars.KEY", value = aws_iam_access_key.velero.secret }]
}

resource "helm_release" "external" {
  name       = "dns"
  namespace  = "dns"
  chart      = "oci://registry-1.docker.io/bitnamicharts/external-dns"
  version    = "8.9.2"
  wait       = "false"

  set {
    name  = "domainFilters"
    value = "{${aws_route53_zone.main.name},example.org}"
  }
}
