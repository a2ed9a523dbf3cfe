import { defineCommand } from '../command/command.ts'
import { connectionFlags } from '../fleet/fleet-flags.ts'

/** `fitout apply`: the Kubernetes client and git stay in a chunk of their own. */
export const applyCommand = defineCommand({
  name: 'apply',
  summary: 'Apply to a cluster, from a CI job, what changed in Git since its last commit',
  args: {
    paths: {
      help: 'Files and folders of the cluster (default clusters/<name>); - reads rendered manifests',
      arity: 'rest',
      names: 'file',
    },
  },
  flags: {
    cluster: { help: 'Name of the cluster', value: 'name' },
    shared: {
      help: 'Folder of all clusters (default clusters/flux-common)',
      value: 'folder',
      names: 'file',
    },
    branch: { help: 'Branch of the commit (default from CI or the clone)', value: 'name' },
    all: { help: 'Apply everything, even if it has not changed' },
    'allow-empty': { help: 'Delete everything that was applied if Git has nothing left' },
    'allow-rollback': { help: 'Apply a commit that is older than that of the cluster' },
    'dry-run': { help: 'Ask the server what would change; nothing is written' },
    timeout: { help: 'How long to wait for other runs, deletions and CRDs', value: 'time', default: '5m' },
    output: {
      help: 'Output format',
      value: 'form',
      short: 'o',
      choices: ['text', 'json'],
      default: 'text',
    },
    ...connectionFlags,
    namespace: {
      help: 'Namespace of the record and the lease (default kube-system)',
      value: 'name',
      short: 'n',
    },
  },
  examples: [
    'fitout apply --cluster blue --dry-run',
    'fitout apply --cluster blue --kubeconfig blue.kubeconfig',
    'fitout apply --cluster blue base clusters/blue -o json',
  ],

  async run({ args, flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { openRepository } = await import('../git/open-repository.ts')
    const { runApply } = await import('../apply/run-apply.ts')
    const { runIdentity } = await import('../apply/run-identity.ts')
    const setting = { io, world: realWorld(io), openRepository, identity: () => runIdentity(io.env) }
    return runApply({ paths: args.paths, flags }, setting)
  },
})
