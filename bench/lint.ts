import { rmSync } from 'node:fs'
import { compare } from './compare.ts'
import { repositoryOfThousand } from './fleet-repository.ts'
import { fitout, peakOfNode, runNode } from './run-node.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 5

/** How long a merge request of a large fleet waits for its judgement: 3 seconds and 500 MB at most. */
export const lint: Subject = {
  name: 'lint',
  summary: `fitout lint and compat of a fleet repository of 1,000 clusters, as a process, median of ${ROUNDS} runs in turns`,
  measure: async () => {
    const { folder } = await repositoryOfThousand()
    try {
      return await compare(
        [
          { name: 'node -e 0', run: () => runNode(['-e', '0']) },
          { name: 'fitout lint', run: () => peakOfNode([fitout, 'lint'], folder) },
          { name: 'fitout compat', run: () => peakOfNode([fitout, 'compat', '--k8s', '1.36'], folder) },
          { name: 'fitout lint -o sarif', run: () => peakOfNode([fitout, 'lint', '-o', 'sarif'], folder) },
        ],
        ROUNDS,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}
