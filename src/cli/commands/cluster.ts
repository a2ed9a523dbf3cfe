import { defineCommand } from '../command/command.ts'
import { connectionFlags } from '../fleet/fleet-flags.ts'
import { UsageError } from '../parse/usage-error.ts'

/** `fitout cluster`: clusters of a fleet repository. */
export const clusterCommand = defineCommand({
  name: 'cluster',
  summary: 'Add a cluster to a fleet repository, or list its clusters',
  args: {
    action: { help: 'What to do', choices: ['new', 'list'] },
    name: { help: 'Name of the new cluster', arity: 'optional' },
  },
  flags: {
    env: { help: 'Environment: one of those in fitout.yaml', value: 'name', names: 'environment' },
    class: {
      help: 'ClusterClass, or the file of one (default the only one of the repository)',
      value: 'name',
      names: 'file',
    },
    set: { help: 'A variable of the class; may be given several times', value: 'name=value', many: true },
    file: { help: 'Variables of the class, as YAML', value: 'file', short: 'f', names: 'file' },
    template: { help: 'A template for clusterctl, instead of a class', value: 'file', names: 'file' },
    kubernetes: { help: 'Version of Kubernetes (default that of fitout.yaml)', value: 'version' },
    profile: { help: 'Fitout of the cluster (default that of fitout.yaml)', value: 'name' },
    'dry-run': { help: 'Write nothing; show what would be written' },
    mr: { help: 'Write nothing here: open a merge request with the files' },
    title: { help: 'Title of the merge request (default "Add cluster <environment>/<name>")', value: 'text' },
    forge: {
      help: 'Where the repository is hosted (default: as fitout.yaml says)',
      value: 'kind',
      choices: ['gitlab', 'github', 'gitea'],
    },
    'forge-url': { help: 'Address of the API of the forge (default: as git.url says)', value: 'url' },
    project: { help: 'Project on the forge (default: as git.url says)', value: 'path' },
    output: {
      help: 'Output format',
      value: 'form',
      short: 'o',
      choices: ['table', 'wide', 'json', 'yaml', 'name'],
      default: 'table',
    },
    // With one of these the class is read from the management cluster.
    kubeconfig: connectionFlags.kubeconfig,
    context: connectionFlags.context,
    'request-timeout': connectionFlags['request-timeout'],
  },
  examples: [
    'fitout cluster new team-1 --env dev --class eks --set region=eu-west-1',
    'fitout cluster new team-3 --env dev --set region=eu-west-1 --mr',
    'fitout cluster list -o wide',
  ],

  async run({ args: { action, name }, flags }, io) {
    if (action === 'list') {
      if (name !== undefined)
        throw usage('UNEXPECTED_ARGUMENT', `unexpected argument ${JSON.stringify(name)}`)
      const { runClusterList } = await import('../cluster/run-cluster-list.ts')
      return runClusterList(flags, io)
    }
    if (name === undefined) throw usage('MISSING_ARGUMENT', 'missing argument "name"')
    const { realWorld } = await import('../fleet/real-world.ts')
    const { runClusterNew } = await import('../cluster/run-cluster-new.ts')
    const { systemClock } = await import('../../kube/system-clock.ts')
    const now = systemClock.now()
    return runClusterNew(name, { ...flags, namespace: undefined, now }, { io, world: realWorld(io) })
  },
})

function usage(code: 'UNEXPECTED_ARGUMENT' | 'MISSING_ARGUMENT', message: string): UsageError {
  return new UsageError(code, message, 'fitout cluster --help')
}
