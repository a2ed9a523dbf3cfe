import type { TerraformModule } from '../servers/module-registry.ts'

/** The namespace in which the module leaves what its Job works with. */
export const BOOTSTRAP = 'flux-operator-bootstrap'

/**
 * A module in place of the published one, at its address and version, which cannot be had here and asks for newer providers.
 *
 * It takes the inputs that the repository gives, with the types and the check that they have there, and hands them to the
 * cluster as the published one does: in a namespace of its own, for a Job. The story then does what that Job does.
 */
export const bootstrapModule: TerraformModule = {
  source: 'controlplaneio-fluxcd/flux-operator-bootstrap/kubernetes',
  version: '0.8.0',
  files: {
    'main.tf': `terraform {
  required_providers {
    kubernetes = { source = "hashicorp/kubernetes" }
  }
}

variable "revision" {
  type = number
}

variable "gitops_resources" {
  type = object({
    instance_yaml  = string
    operator_chart = object({ version = string })
  })
  validation {
    condition     = yamldecode(var.gitops_resources.instance_yaml).kind == "FluxInstance"
    error_message = "No FluxInstance."
  }
}

variable "managed_resources" {
  type      = object({ secrets_yaml = optional(string, "") })
  sensitive = true
  default   = {}
}

resource "kubernetes_namespace" "bootstrap" {
  metadata {
    name = "${BOOTSTRAP}"
  }
}

resource "kubernetes_config_map" "bootstrap" {
  metadata {
    name      = "bootstrap"
    namespace = kubernetes_namespace.bootstrap.metadata[0].name
  }
  data = {
    revision         = tostring(var.revision)
    instance         = var.gitops_resources.instance_yaml
    operator_version = var.gitops_resources.operator_chart.version
  }
}

resource "kubernetes_secret" "bootstrap" {
  metadata {
    name      = "bootstrap"
    namespace = kubernetes_namespace.bootstrap.metadata[0].name
  }
  data = {
    secrets = var.managed_resources.secrets_yaml
  }
}
`,
  },
}
