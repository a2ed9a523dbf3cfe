import { rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { memoryIo } from '../test/cli/memory-io.ts'
import { watchLint } from '../src/cli/lint/watch-lint.ts'
import { compare } from './compare.ts'
import { repositoryOfThousand } from './fleet-repository.ts'
import { fitout, peakOfNode, runNode } from './run-node.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 5

/** How long a merge request of a large fleet waits for its judgement: 3 seconds and 500 MB at most; an editor 300 ms. */
export const lint: Subject = {
  name: 'lint',
  summary: `fitout lint and compat of a fleet repository of 1,000 clusters, as a process, and lint --watch after one changed file, median of ${ROUNDS} runs in turns`,
  measure: async () => {
    const { folder } = await repositoryOfThousand()
    const edited = await repositoryOfThousand()
    const stop = new AbortController()
    const editor = new Editor(edited.folder, stop.signal)
    try {
      return await compare(
        [
          { name: 'node -e 0', run: () => runNode(['-e', '0']) },
          { name: 'fitout lint', run: () => peakOfNode([fitout, 'lint'], folder) },
          { name: 'fitout compat', run: () => peakOfNode([fitout, 'compat', '--k8s', '1.36'], folder) },
          { name: 'fitout lint -o sarif', run: () => peakOfNode([fitout, 'lint', '-o', 'sarif'], folder) },
          { name: 'fitout lint --watch, one changed file', run: () => editor.change() },
        ],
        ROUNDS,
      )
    } finally {
      stop.abort()
      await editor.ended
      for (const one of [folder, edited.folder]) rmSync(one, { recursive: true })
    }
  },
}

/** Someone who makes a mistake in a file, and takes it back, and waits until lint says so. */
class Editor {
  readonly ended: Promise<void>
  readonly #file: string
  #findings = -1
  #told: () => void = () => undefined

  constructor(folder: string, signal: AbortSignal) {
    this.#file = join(folder, 'clusters/dev/first-0500/tenants.yaml')
    this.ended = watchLint([], memoryIo({ cwd: folder }), {
      signal,
      tell: (_, { findings }) => {
        this.#findings = findings.length
        this.#told()
      },
    })
  }

  async change(): Promise<void> {
    const wanted = this.#findings === 1 ? 0 : 1
    const text = await readFile(this.#file, 'utf8')
    const [from, to] = wanted === 1 ? ['prune: ', 'prun: '] : ['prun: ', 'prune: ']
    if (!text.includes(from)) throw new Error(`${this.#file} has no ${from}`)
    await writeFile(this.#file, text.replace(from, to))
    while (this.#findings !== wanted)
      await new Promise<void>(resolve => {
        this.#told = resolve
      })
  }
}
