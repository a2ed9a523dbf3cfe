# What Fitout does not take over, each with its reason.
variable "enabled" {}

resource "helm_release" "local_chart" {
  name      = "local"
  namespace = "apps"
  chart     = "${path.module}/charts/local"
}

resource "helm_release" "alias" {
  name      = "alias"
  namespace = "apps"
  chart     = "stable/redis"
}

resource "helm_release" "old_repository" {
  name       = "old"
  namespace  = "apps"
  repository = data.helm_repository.estafette.metadata[0].name
  chart      = "old"
}

resource "helm_release" "archive" {
  name      = "archive"
  namespace = "apps"
  chart     = "https://example.com/archive-1.0.0.tgz"
}

resource "helm_release" "rendered" {
  name       = "rendered"
  namespace  = "apps"
  repository = "https://charts.example.com"
  chart      = "rendered"
  version    = "1.0.0"

  postrender {
    binary_path = "./kustomize.sh"
  }
}

resource "helm_release" "conditional" {
  count      = var.enabled ? 1 : 0
  name       = "conditional"
  namespace  = "apps"
  repository = "https://charts.example.com"
  chart      = "conditional"
  version    = aws_ssm_parameter.version.value
}

resource "helm_release" "disabled" {
  count      = 0
  name       = "disabled"
  repository = "https://charts.example.com"
  chart      = "disabled"
}

resource "helm_release" "late_document" {
  name       = "late"
  namespace  = "apps"
  repository = "https://charts.example.com"
  chart      = "late"
  version    = "1.0.0"
  values     = ["a: 1", aws_s3_object.values.content]
}

resource "helm_release" "early_document" {
  name       = "early"
  namespace  = "apps"
  repository = "https://charts.example.com"
  chart      = "early"
  version    = "1.0.0"
  values     = [aws_s3_object.values.content, "a: 1"]
}

resource "helm_release" "clear_text" {
  name       = "clear-text"
  namespace  = "apps"
  repository = "https://charts.example.com"
  chart      = "clear-text"
  version    = "1.0.0"
  set {
    name  = "auth.password"
    value = "correct-horse"
  }
}

resource "helm_release" "registry_login" {
  name                = "login"
  namespace           = "apps"
  repository          = "oci://registry.example.com/charts"
  repository_username = "reader"
  repository_password = var.registry_password
  chart               = "login"
  version             = "1.0.0"
}

resource "helm_release" "verified" {
  name       = "verified"
  namespace  = "apps"
  repository = "https://charts.example.com"
  chart      = "verified"
  version    = "1.0.0"
  verify     = true
  keyring    = "keys.gpg"
}

resource "helm_release" "referred" {
  name       = "referred"
  namespace  = "apps"
  repository = "https://charts.example.com"
  chart      = "referred"
  version    = "1.0.0"
}

output "referred" {
  value = helm_release.referred.status
}

resource "helm_release" "strange" {
  name       = "strange"
  namespace  = "apps"
  repository = "https://charts.example.com"
  chart      = "strange"
  version    = "1.0.0"
  colour     = "blue"
}

resource "kubernetes_manifest" "beside" {
  manifest   = yamldecode(file("beside.yaml"))
  depends_on = [helm_release.referred, helm_release.early_document]
}
