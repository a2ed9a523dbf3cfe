import { copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Lab } from '../lab.ts'
import { buildTool } from '../programs/build-tool.ts'
import type { FleetFolder } from './fleet-folder.ts'

const PROVIDERS = {
  helm: { tool: 'terraform-provider-helm', version: '1.3.2' },
  kubernetes: { tool: 'terraform-provider-kubernetes', version: '1.13.4' },
} as const

/** Where OpenTofu looks for providers and modules that are named without a host. */
export const TERRAFORM_REGISTRY = 'registry.opentofu.org'

/** A provider of Terraform that the lab has. */
export type LabProvider = keyof typeof PROVIDERS

/** OpenTofu as `terraform` on the PATH of a folder, with providers from a mirror in it, and with nothing else. */
export async function prepareTerraform(
  lab: Lab,
  home: FleetFolder,
  { providers, settings = '' }: { readonly providers: readonly LabProvider[]; readonly settings?: string },
): Promise<void> {
  const link = join(lab.folder, 'bin', 'terraform')
  await rm(link, { force: true })
  await symlink(await buildTool('opentofu'), link)
  const platform = `linux_${process.arch === 'arm64' ? 'arm64' : 'amd64'}`
  for (const name of providers) {
    const { tool, version } = PROVIDERS[name]
    const folder = join(home.path, 'mirror', TERRAFORM_REGISTRY, 'hashicorp', name, version, platform)
    await mkdir(folder, { recursive: true })
    await copyFile(await buildTool(tool), join(folder, `terraform-provider-${name}_v${version}`))
  }
  const mirror = `provider_installation {
  filesystem_mirror {
    path = "${join(home.path, 'mirror')}"
  }
}
`
  await writeFile(join(home.path, 'terraform.tfrc'), `${mirror}${settings}`)
}

/** The lines that make a shell use that Terraform. */
export function terraformShell(home: FleetFolder): string {
  return `export TF_CLI_CONFIG_FILE='${join(home.path, 'terraform.tfrc')}' TF_IN_AUTOMATION=true\n`
}
