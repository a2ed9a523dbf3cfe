# Settings beside the values.
resource "helm_release" "all" {
  name                       = "all"
  namespace                  = "apps"
  repository                 = "https://charts.example.com/"
  chart                      = "app"
  version                    = "1.2.3"
  description                = "an app"
  atomic                     = true
  cleanup_on_fail            = true
  create_namespace           = true
  dependency_update          = false
  devel                      = false
  disable_crd_hooks          = false
  disable_openapi_validation = true
  disable_webhooks           = true
  force_update               = true
  lint                       = true
  max_history                = 3
  pass_credentials           = false
  recreate_pods              = true
  render_subchart_notes      = false
  replace                    = true
  repository_username        = "reader"
  repository_password        = data.aws_ssm_parameter.password.value
  reset_values               = false
  reuse_values               = true
  skip_crds                  = true
  take_ownership             = true
  timeout                    = 1200
  upgrade_install            = true
  verify                     = false
  wait                       = true
  wait_for_jobs              = true

  timeouts {
    create = "20m"
  }

  lifecycle {
    ignore_changes = [repository_password]
  }
}

resource "helm_release" "plain" {
  name       = "plain"
  repository = "https://charts.example.com/"
  chart      = "plain"
}

resource "helm_release" "preview" {
  provider   = helm.spoke
  name       = "preview"
  namespace  = "preview"
  repository = "https://charts.example.com/"
  chart      = "preview"
  devel      = true
  wait       = false
}

resource "helm_release" "public_ecr" {
  name                = "karpenter-crd"
  namespace           = "kube-system"
  repository          = "oci://public.ecr.aws/karpenter/"
  repository_username = data.aws_ecrpublic_authorization_token.token.user_name
  repository_password = data.aws_ecrpublic_authorization_token.token.password
  chart               = "karpenter-crd"
  version             = "1.6.0"
  wait                = false
}

resource "helm_release" "needs_both" {
  name       = "needs-both"
  namespace  = "apps"
  repository = "https://charts.example.com/"
  chart      = "app"
  version    = "2.0.0"
  depends_on = [helm_release.all, helm_release.plain, module.network]
}
