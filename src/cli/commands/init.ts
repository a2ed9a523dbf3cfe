import { CREDENTIALS, FORGES, LAYOUTS, PATTERNS } from '../../domain/repository/repository-choices.ts'
import { defineCommand } from '../command/command.ts'

/** `fitout init`: what it writes stays in a chunk of its own. */
export const initCommand = defineCommand({
  name: 'init',
  summary: 'Write a fleet repository that Flux and Cluster API run from, or bring one up to date',
  args: { folder: { help: 'Folder of the repository (default this one)', arity: 'optional', names: 'file' } },
  flags: {
    git: { help: 'URL of the repository for Flux (default that of origin)', value: 'url' },
    branch: { help: 'Branch that clusters follow (default main)', value: 'name' },
    forge: { help: 'Git host of the repository (default from its URL)', value: 'name', choices: FORGES },
    pattern: { help: 'How Flux and add-ons are delivered (default crs)', value: 'name', choices: PATTERNS },
    layout: { help: 'How add-ons are written (default helm)', value: 'name', choices: LAYOUTS },
    env: { help: 'Environments, comma-separated or repeated (default dev,prod)', value: 'names', many: true },
    credentials: {
      help: 'How clusters get their Git credentials (default sops)',
      value: 'how',
      choices: CREDENTIALS,
    },
    kubernetes: { help: 'Version of Kubernetes for new clusters', value: 'version' },
    'flux-version': { help: 'Version of Flux', value: 'version' },
    flux: {
      help: 'install.yaml of this version of Flux: a file or https URL',
      value: 'source',
      names: 'file',
    },
    upgrade: { help: 'Update the files that Fitout writes; your changes are kept' },
    check: { help: 'Write nothing; fail if there is something to upgrade' },
    'dry-run': { help: 'Write nothing; show what would be written' },
    output: { help: 'Output format', value: 'form', short: 'o', choices: ['text', 'json'], default: 'text' },
  },
  examples: [
    'fitout init new-fleet --git https://gitlab.example.com/platform/fleet.git --env dev,prod',
    'fitout init hub --git ssh://git@github.com/acme/fleet.git --pattern flux-operator --dry-run',
    'fitout init --upgrade --dry-run',
  ],

  async run({ args, flags }, io) {
    const { runInit } = await import('../init/run-init.ts')
    return runInit({ folder: args.folder, flags }, io)
  },
})
