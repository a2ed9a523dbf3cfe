import { defineCommand } from '../command/command.ts'
import { connectionFlags, scopeFlags, snapshotFlag } from '../fleet/fleet-flags.ts'

/** `fitout compat`: the Kubernetes client is loaded only if a live fleet is asked. */
export const compat = defineCommand({
  name: 'compat',
  summary: 'Show which clusters can be upgraded to a Kubernetes version, and what prevents the others',
  args: {
    path: {
      help: 'Folder of a repository (default: the one here); a fleet is read with --snapshot, -A, --context or --kubeconfig',
      arity: 'optional',
      names: 'file',
    },
  },
  flags: {
    k8s: {
      help: 'Kubernetes version, such as 1.36 (default: the next minor release of each cluster)',
      value: 'version',
    },
    check: { help: 'Exit with 1 if a version is unsupported: with --k8s on the way there, else now' },
    output: {
      help: 'Output format',
      value: 'form',
      short: 'o',
      choices: ['table', 'json', 'yaml', 'md'],
      default: 'table',
    },
    ...snapshotFlag,
    ...scopeFlags,
    ...connectionFlags,
  },
  examples: ['fitout compat', 'fitout compat --k8s 1.36 --check', 'fitout compat -A --k8s 1.36 -o md'],

  async run({ args, flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { runCompat } = await import('../compat/run-compat.ts')
    return runCompat({ path: args.path, flags }, { io, world: realWorld(io) })
  },
})
