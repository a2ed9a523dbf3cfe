import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { thousandClusters } from '../test/domain/sample-snapshot.ts'
import { compare } from './compare.ts'
import { fitout, runNode } from './run-node.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 20

/** How long a user waits for the state of a thousand clusters, from a file: 300 ms at most. */
export const status: Subject = {
  name: 'status',
  summary: `fitout status of 1,000 clusters of 7 steps from a snapshot, as a process, median of ${ROUNDS} runs in turns`,
  measure: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fitout-bench-'))
    const file = join(folder, 'fleet.json')
    writeFileSync(file, JSON.stringify(thousandClusters()))
    try {
      return await compare(
        [
          { name: 'node -e 0', run: () => runNode(['-e', '0']) },
          { name: 'fitout --help', run: () => runNode([fitout, '--help']) },
          { name: 'fitout status', run: () => runNode([fitout, 'status', '--snapshot', file]) },
          {
            name: 'fitout status -o json',
            run: () => runNode([fitout, 'status', '--snapshot', file, '-o', 'json']),
          },
        ],
        ROUNDS,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}
