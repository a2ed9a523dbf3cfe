import { describe, expect, test } from 'vitest'
import { someFacts } from '#test/domain/sample-facts.ts'
import { handOverName } from '../hand-over/wrap/hand-over-name.ts'
import type { WrittenHandOver } from './cluster-facts.ts'
import { decide } from './decide.ts'

const cluster = { uid: 'uid-blue' }

function written(step: string, parts: Partial<WrittenHandOver> = {}): WrittenHandOver {
  const name = handOverName(cluster, step)
  return { name, uid: `uid-${step}`, isDeleting: false, secrets: [name], ...parts }
}

const [cni, flux, old] = [written('cni'), written('flux'), written('old')]
const nothing = { secrets: [], resourceSet: undefined }

describe('What is handed over and is on the management cluster', () => {
  const cases = [
    {
      name: 'stays while its step is in the plan',
      given: { written: [cni, flux], hasStrangers: false },
      want: { withdraws: { ...nothing, isOpen: false }, writes: true },
    },
    {
      name: 'goes with its Secret when its step has left the plan, and the others are written',
      given: { written: [cni, old], hasStrangers: false },
      want: { withdraws: { secrets: old.secrets, resourceSet: old, isOpen: true }, writes: true },
    },
    {
      name: 'is waited for while it goes: Cluster API must not see two go at once',
      given: {
        written: [written('older', { isDeleting: true }), old],
        hasStrangers: false,
      },
      want: { withdraws: { ...nothing, isOpen: true }, writes: true },
    },
    {
      name: 'loses all its values at once when another Cluster would get them, and nothing is written',
      given: { written: [cni, flux], hasStrangers: true },
      want: {
        withdraws: { secrets: [...cni.secrets, ...flux.secrets], resourceSet: cni, isOpen: true },
        writes: false,
      },
    },
    {
      name: 'loses its values also while one of them goes already',
      given: { written: [written('cni', { isDeleting: true }), flux], hasStrangers: true },
      want: {
        withdraws: { secrets: [...cni.secrets, ...flux.secrets], resourceSet: undefined, isOpen: true },
        writes: false,
      },
    },
  ]
  test.for(cases)('$name', ({ given, want }) => {
    expect(decide(someFacts({ handOvers: given }), 1).handOvers).toEqual(want)
  })
})
