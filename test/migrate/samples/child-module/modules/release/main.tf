variable "name" { type = string }
variable "namespace" {
  type    = string
  default = "kube-system"
}
variable "repository" { type = string }
variable "chart" { type = string }
variable "chart_version" { type = string }
variable "settings" { default = {} }
variable "role_arn" {
  type    = string
  default = null
}

variable "has_role" { default = false }

resource "helm_release" "this" {
  name             = var.name
  namespace        = var.namespace
  create_namespace = true
  repository       = var.repository
  chart            = var.chart
  version          = var.chart_version
  atomic           = true

  values = [yamlencode(var.settings)]

  dynamic "set" {
    for_each = var.has_role ? [var.role_arn] : []
    content {
      name  = "rbac.serviceAccount.annotations.eks\\.amazonaws\\.com/role-arn"
      value = set.value
      type  = "string"
    }
  }
}
