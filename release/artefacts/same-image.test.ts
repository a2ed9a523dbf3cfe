import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orSkip } from '#test/cli/or-skip.ts'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
let folder = ''

beforeAll(async () => {
  // Inside the clone, whose packages can then be linked instead of copied; where git does not look.
  await mkdir(join(root, '.lab'), { recursive: true })
  folder = await mkdtemp(join(root, '.lab', 'same-image-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const name = 'the same commit gives the same image, in two folders, one after the other'
const reason = existsSync('/usr/bin/dpkg-deb') ? undefined : 'the packages of the image need dpkg-deb and apt'

test.skipIf(reason !== undefined)(orSkip(name, reason), async () => {
  const [one, other] = [await imageIn('one'), await imageIn('deeper/other')]
  expect(one).toMatch(/^sha256:[0-9a-f]{64}\n$/)
  expect(other).toBe(one)
})

/** Makes the image in a clone of its own, and gives its digest. */
async function imageIn(name: string): Promise<string> {
  const clone = join(folder, name)
  await execute('git', ['clone', '--quiet', '--shared', root, clone])
  // Linked, not copied: half a gigabyte.
  await execute('cp', ['--archive', '--link', join(root, 'node_modules'), clone])
  const program = `
    import { imageOfBundle, withBundle } from ${JSON.stringify(join(clone, 'release/make-image.ts'))}
    console.log((await withBundle(bundle => imageOfBundle(bundle))).index.digest)`
  const args = ['--input-type=module', '--eval', program]
  return (await execute(process.execPath, args, { cwd: clone })).stdout
}
