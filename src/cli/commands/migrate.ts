import { defineCommand } from '../command/command.ts'

/** `fitout migrate`: the reader of HCL stays in a chunk of its own. */
export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Move the Helm releases of a Terraform configuration into the fleet repository',
  args: {
    from: { help: 'Where they are', choices: ['terraform'] },
    sources: {
      help: 'Folders of Terraform, and files with a WorkspaceTemplate or Workspace',
      arity: 'rest',
      names: 'file',
    },
  },
  flags: {
    write: { help: 'Write the changes; without it, only show them' },
    out: {
      help: 'The fleet repository (default: the one that this folder is in)',
      value: 'folder',
      names: 'file',
    },
    'var-file': {
      help: 'Values of variables, as Terraform takes them',
      value: 'file',
      many: true,
      names: 'file',
    },
    secret: {
      help: 'The Secret beside the Cluster that has the outputs of Terraform',
      value: 'name',
      default: '${CLUSTER_NAME}-eks-connection',
    },
    'terraform-version': {
      help: 'The version of Terraform that runs (default: by required_version)',
      value: 'version',
    },
    charts: { help: 'A folder with the charts, instead of pulling them', value: 'folder', names: 'file' },
    profile: { help: 'The Fitout that gets the steps (default that of fitout.yaml)', value: 'name' },
    output: {
      help: 'Output format',
      value: 'form',
      short: 'o',
      choices: ['text', 'md', 'patch', 'json'],
      default: 'text',
    },
  },
  examples: [
    'fitout migrate terraform infra/eks',
    'fitout migrate terraform infra/eks --var-file prod.tfvars --write',
    'fitout migrate terraform workspace-template.yaml -o json',
  ],

  async run({ args, flags }, io) {
    const { runMigrate } = await import('../migrate/run-migrate.ts')
    return runMigrate({ sources: args.sources, flags }, io)
  },
})
