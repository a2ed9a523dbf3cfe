import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { FLUX_OPERATOR } from '../flux/flux-instance.ts'
import type { RepositoryTree } from '../tree.ts'

/** The version of the module that is written; read on 2026-07-22. */
const MODULE = '0.8.0'

/** The Terraform that brings Flux to a cluster once; afterwards Flux keeps itself from Git, and the plan stays empty. */
export function terraformFiles({ git }: RepositoryFile): RepositoryTree {
  return new Map([
    ['terraform/.gitignore', ignored],
    ['terraform/versions.tf', versions],
    ['terraform/variables.tf', variables(git.credentials !== 'none')],
    ['terraform/main.tf', main(git.credentials !== 'none')],
  ])
}

// `git add --all` must take neither a hundred megabytes of providers nor a state, which may hold secrets.
const ignored = `# Do not commit the state: it can contain secrets. Keep it in a shared backend.
.terraform/
*.tfstate*
`

const versions = `# The module asks for Terraform 1.11 or newer.
terraform {
  required_version = ">= 1.11"
  required_providers {
    helm = {
      source = "hashicorp/helm"
    }
    kubernetes = {
      source = "hashicorp/kubernetes"
    }
  }
}
`

function variables(hasCredentials: boolean): string {
  const token = `
variable "git_username" {
  description = "User of the read-only deploy token of this repository."
  type        = string
}

variable "git_password" {
  description = "The read-only deploy token. Give it as TF_VAR_git_password: it does not belong into a file."
  type        = string
  sensitive   = true
}
`
  return `variable "cluster" {
  description = "The cluster: a folder below clusters/."
  type        = string
}

variable "kubeconfig" {
  description = "Path to the kubeconfig of that cluster."
  type        = string
}
${hasCredentials ? token : ''}`
}

function main(hasCredentials: boolean): string {
  const secrets = `
  managed_resources = {
    secrets_yaml = yamlencode({
      apiVersion = "v1"
      kind       = "Secret"
      metadata   = { name = "git-credentials" }
      stringData = { username = var.git_username, password = var.git_password }
    })
  }
`
  return `# Brings flux-operator and a FluxInstance to one cluster, and leaves them to Flux from then on.
# One state a cluster: terraform workspace select -or-create <cluster>
provider "kubernetes" {
  config_path = var.kubeconfig
}

provider "helm" {
  kubernetes = {
    config_path = var.kubeconfig
  }
}

module "flux" {
  source  = "controlplaneio-fluxcd/flux-operator-bootstrap/kubernetes"
  version = "${MODULE}"

  # Raise it to run the bootstrap again.
  revision = 1

  gitops_resources = {
    instance_yaml  = file("\${path.module}/../clusters/\${var.cluster}/flux-system/flux-instance.yaml")
    operator_chart = { version = "${FLUX_OPERATOR}" }
  }
${hasCredentials ? secrets : ''}}
`
}
