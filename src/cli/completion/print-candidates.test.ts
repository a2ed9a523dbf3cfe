import { expect, test } from 'vitest'
import { memoryIo } from '../io/memory-io.ts'
import { sampleCommand } from '../sample-command.ts'
import { printCandidates } from './print-candidates.ts'

test('A candidate stands on its own line, with its meaning after a tab if it has one', async () => {
  const io = memoryIo()
  await printCandidates(['--', ''], io, [sampleCommand])
  await printCandidates(['--', 'ship', '--speed', ''], io, [sampleCommand])
  expect(io.stdout()).toBe('ship\tShip parcels to a port\nslow\nfast\n')
})

test('A completion that breaks prints nothing and does not fail', async () => {
  const io = memoryIo()
  const broken = {
    ...sampleCommand,
    get name(): string {
      throw new Error('broken')
    },
  }
  expect(await printCandidates(['--', 'ship', ''], io, [broken])).toBe(0)
  expect(io.stdout() + io.stderr()).toBe('')
})
