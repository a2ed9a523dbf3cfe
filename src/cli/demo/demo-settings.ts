import { MIN_CLUSTERS } from '../../simulator/demo/demo-clusters.ts'
import { Refusal } from '../command/refusal.ts'

/** The flags of `fitout demo`. */
export interface DemoFlags {
  readonly clusters: string | undefined
  readonly seed: string
  readonly speed: string
  readonly plain: boolean
  readonly web?: boolean
}

/** What the flags mean. */
export interface DemoSettings {
  readonly clusters: number
  readonly seed: number
  /** How many virtual seconds pass in a real one. */
  readonly speed: number
  readonly isPlain: boolean
}

/** Reads the flags, or refuses with the one that is wrong. */
export function readDemoSettings({ clusters, seed, speed, plain, web = false }: DemoFlags): DemoSettings {
  if (web && plain)
    throw new Refusal('give --web or --plain, not both', { exitCode: 2, hint: 'fitout demo --help' })
  return {
    clusters: numberIn('clusters', clusters ?? (web ? '1000' : '12'), [MIN_CLUSTERS, 1000]),
    seed: numberIn('seed', seed, [0, 999_999_999]),
    speed: numberIn('speed', speed, [1, 1000]),
    isPlain: plain,
  }
}

function numberIn(flag: keyof DemoFlags, text: string, [min, max]: readonly [number, number]): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new Refusal(`flag "--${flag}": ${JSON.stringify(text)} is not a number from ${min} to ${max}`, {
    exitCode: 2,
    hint: 'fitout demo --help',
  })
}
