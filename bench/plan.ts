import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from './compare.ts'
import { repositoryOfThousand } from './fleet-repository.ts'
import { fitout, peakOfNode, runNode } from './run-node.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 5
const CLASS = 'infrastructure/control-plane-cluster/fitout/default.yaml'

/** How long a merge request of a large fleet waits for its plan: 3 seconds and 500 MB at most. */
export const plan: Subject = {
  name: 'plan',
  summary: `fitout plan of a fleet repository of 1,000 clusters, as a process, median of ${ROUNDS} runs in turns`,
  measure: async () => {
    const { folder } = await repositoryOfThousand()
    try {
      git(folder, 'init', '--quiet', '--initial-branch=main')
      git(folder, 'add', '--all')
      git(folder, 'commit', '--quiet', '--message', 'a fleet')
      changeEveryCluster(folder)
      return await compare(
        [
          { name: 'node -e 0', run: () => runNode(['-e', '0']) },
          { name: 'fitout plan HEAD..HEAD', run: () => peakOfNode([fitout, 'plan', 'HEAD..HEAD'], folder) },
          { name: 'fitout plan', run: () => peakOfNode([fitout, 'plan'], folder) },
          { name: 'fitout plan -o json', run: () => peakOfNode([fitout, 'plan', '-o', 'json'], folder) },
        ],
        ROUNDS,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

// A change of the plan that all clusters have, and so of each.
function changeEveryCluster(folder: string): void {
  const path = join(folder, CLASS)
  writeFileSync(
    path,
    `${readFileSync(path, 'utf8')}  - name: network\n    gate:\n      label: network.fitout.dev/enabled\n    proof:\n      preset: api\n`,
  )
}

function git(folder: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@fitout.dev']
  execFileSync('git', [...who, ...args], { cwd: folder })
}
