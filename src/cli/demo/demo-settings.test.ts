import { describe, expect, test } from 'vitest'
import { Refusal } from '../command/refusal.ts'
import { type DemoFlags, readDemoSettings } from './demo-settings.ts'

const flags: DemoFlags = { clusters: '12', seed: '1', speed: '10', plain: false }

describe('The flags of the demo', () => {
  test('are read', () => {
    expect(readDemoSettings(flags)).toEqual({ clusters: 12, seed: 1, speed: 10, isPlain: false })
  })

  const wrong: readonly (readonly [string, Partial<DemoFlags>])[] = [
    ['--clusters', { clusters: '2' }],
    ['--clusters', { clusters: '1001' }],
    ['--seed', { seed: '-1' }],
    ['--speed', { speed: '0' }],
    ['--speed', { speed: '1e3' }],
  ]
  test.for(wrong)('are refused by name: %s %j', ([flag, given]) => {
    const read = () => readDemoSettings({ ...flags, ...given })
    expect(read).toThrow(Refusal)
    expect(read).toThrow(flag)
  })
})
