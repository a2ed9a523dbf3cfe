import { defineCommand } from '../command/command.ts'
import { snapshotFlag } from '../fleet/fleet-flags.ts'

/** `fitout plan`: what it needs stays in chunks of its own. */
export const planCommand = defineCommand({
  name: 'plan',
  alias: 'diff',
  summary: 'Show what a change of the fleet repository does to every cluster',
  args: {
    range: {
      help: 'Commits: A..B, A...B, or one to the work tree (default: from where the main branch was left)',
      arity: 'optional',
    },
    path: { help: 'Folder of the clone (default: this folder)', arity: 'optional', names: 'file' },
  },
  flags: {
    ...snapshotFlag,
    output: {
      help: 'Output format',
      value: 'form',
      short: 'o',
      choices: ['text', 'json', 'md'],
      default: 'text',
    },
    'exit-code': { help: 'Exit with 1 if something changes or is refused' },
    post: { help: 'Post the plan as the one comment of the merge request, or renew it' },
    forge: {
      help: 'Where the merge request is (default: as CI says)',
      value: 'kind',
      choices: ['gitlab', 'github', 'gitea'],
    },
    'forge-url': { help: 'Address of the API of the forge (default: as CI says)', value: 'url' },
    project: { help: 'Project of the merge request (default: as CI says)', value: 'path' },
    'merge-request': { help: 'Number of the merge request (default: as CI says)', value: 'number' },
  },
  examples: ['fitout plan', 'fitout plan main..HEAD -o md', 'fitout plan main...HEAD --exit-code'],

  async run({ args: { range, path }, flags }, io) {
    const { systemClock } = await import('../../kube/system-clock.ts')
    const { runPlan } = await import('../plan/run-plan.ts')
    return runPlan({ range, path, flags }, io, () => systemClock.now())
  },
})
