import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
let folder = ''

beforeAll(async () => {
  // Inside the clone, whose packages can then be linked instead of copied.
  folder = await mkdtemp(join(root, 'node_modules', '.same-image-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the same commit gives the same image, in two folders, one after the other', async () => {
  const [one, other] = [await imageIn('one'), await imageIn('deeper/other')]
  expect(one).toMatch(/^sha256:[0-9a-f]{64}\n$/)
  expect(other).toBe(one)
})

/** Makes the image in a clone of its own, and gives its digest. */
async function imageIn(name: string): Promise<string> {
  const clone = join(folder, name)
  await execute('git', ['clone', '--quiet', '--shared', root, clone])
  await mkdir(join(clone, 'node_modules'))
  // Linked, not copied: half a gigabyte. Without the folder in which this happens.
  const packages = (await readdir(join(root, 'node_modules'))).filter(
    entry => !entry.startsWith('.same-image-'),
  )
  const from = packages.map(entry => join(root, 'node_modules', entry))
  await execute('cp', ['--archive', '--link', ...from, join(clone, 'node_modules')])
  const program = `
    import { makeLocalImage } from ${JSON.stringify(join(clone, 'release/make-image.ts'))}
    console.log((await makeLocalImage()).index.digest)`
  const args = ['--input-type=module', '--eval', program]
  return (await execute(process.execPath, args, { cwd: clone })).stdout
}
