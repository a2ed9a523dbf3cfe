import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../packages/run.ts'
import type { Source } from './provenance.ts'

/** What is checked out in a folder: the commit and its time, which stand in every artefact in place of the time of the build. */
export async function sourceOf(root: string): Promise<Source> {
  const printed = await run('git', ['show', '--no-patch', '--format=%H %ct', 'HEAD'], root)
  const [commit = '', seconds = ''] = printed.toString().trim().split(' ')
  const lock = await readFile(join(root, 'package-lock.json'))
  return {
    commit,
    time: new Date(Number(seconds) * 1000),
    lockSha256: createHash('sha256').update(lock).digest('hex'),
  }
}
