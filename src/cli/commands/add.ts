import { defineCommand } from '../command/command.ts'

/** `fitout add`: the catalogue stays in a chunk of its own. */
export const addCommand = defineCommand({
  name: 'add',
  summary: 'Add an add-on to the clusters of a fleet repository: its source, its release, its step',
  args: {
    'add-on': {
      help: 'Name of the add-on: of the catalogue, or of add-ons/<name>.yaml',
      arity: 'optional',
      names: 'add-on',
    },
    manifests: {
      help: 'Manifests to pack if Flux does not install the add-on: files, folders, https URLs',
      arity: 'rest',
      names: 'file',
    },
  },
  flags: {
    list: { help: 'List the add-ons of the catalogue' },
    version: {
      help: 'Version of the chart or of the manifests (default that of fitout.yaml)',
      value: 'version',
    },
    profile: { help: 'Fitout that the step is added to (default that of fitout.yaml)', value: 'name' },
    'dry-run': { help: 'Write nothing; show what would be written' },
    output: { help: 'Output format', value: 'form', short: 'o', choices: ['text', 'json'], default: 'text' },
  },
  examples: ['fitout add --list', 'fitout add flux install.yaml', 'fitout add cert-manager --dry-run'],

  async run({ args, flags }, io) {
    const { runAdd } = await import('../add/run-add.ts')
    return runAdd({ name: args['add-on'], manifests: args.manifests, flags }, io)
  },
})
