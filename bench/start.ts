import { compare } from './compare.ts'
import { fitout, runNode } from './run-node.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 20

/** What a user waits for before the command has done anything: shells call it for every completion. */
export const start: Subject = {
  name: 'start',
  summary: `start of the bundled command, median of ${ROUNDS} runs in turns`,
  measure: () =>
    compare(
      [
        { name: 'node -e 0', run: () => runNode(['-e', '0']) },
        { name: 'fitout --version', run: () => runNode([fitout, '--version']) },
        { name: 'fitout --help', run: () => runNode([fitout, '--help']) },
      ],
      ROUNDS,
    ),
}
