import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCluster, aFleet } from '#test/domain/sample-snapshot.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { Refusal } from '../command/refusal.ts'
import { snapshotSource } from './snapshot-source.ts'

const fleet = aFleet([aCluster('a/b')])
const packed = gzipSync(JSON.stringify(fleet))

let cwd = ''
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'fitout-snapshot-'))
  await writeFile(join(cwd, 'fleet.json.gz'), packed)
  await writeFile(join(cwd, 'cut.json.gz'), packed.subarray(0, 40))
  await writeFile(join(cwd, 'huge.json.gz'), gzipSync(Buffer.alloc(65 * 1024 * 1024, ' ')))
})
afterAll(() => rm(cwd, { recursive: true }))

describe('A snapshot that gzip has packed', () => {
  test('is read from a file', async () => {
    expect(await snapshotSource('fleet.json.gz', memoryIo({ cwd })).read()).toEqual(fleet)
  })

  test('is read from standard input', async () => {
    expect(await snapshotSource('-', memoryIo({ stdin: packed })).read()).toEqual(fleet)
  })

  const refused = [
    { name: 'a part of it is missing', file: 'cut.json.gz', want: 'it is not a whole gzip file' },
    { name: 'too much comes out of it', file: 'huge.json.gz', want: 'it is too large for a snapshot' },
  ]
  test.for(refused)('is refused when $name', async ({ file, want }) => {
    await expect(snapshotSource(file, memoryIo({ cwd })).read()).rejects.toEqual(
      new Refusal(`cannot read ${file}: ${want}`, { exitCode: 2 }),
    )
  })
})
