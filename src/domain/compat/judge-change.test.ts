import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClusterSide, judgeChange } from './judge-change.ts'

const oldRelease = { apiVersion: 'helm.toolkit.fluxcd.io/v2beta1', kind: 'HelmRelease' }

function side(kubernetes: string | undefined, told: string, objects: readonly unknown[] = []): ClusterSide {
  const versions = told === '' ? [] : told.split(', ').map(one => one.split(' '))
  return {
    kubernetes,
    objects,
    told: versions.map(([component = '', version = '']) => ({ component, version })),
  }
}

describe('A change', () => {
  const cases = [
    {
      name: 'of Kubernetes is refused by what does not go with it',
      before: side('1.34.2', 'karpenter 1.8.2'),
      after: side('1.35.1', 'karpenter 1.8.2'),
      want: {
        moves: ['kubernetes 1.34.2 -> 1.35.1'],
        refused: ['Kubernetes 1.35 needs Karpenter 1.9 or newer'],
        resolved: [],
        warnings: [],
      },
    },
    {
      name: 'of a component is refused by the Kubernetes that is there',
      before: side('v1.33.6', 'flux 2.8.8'),
      after: side('v1.33.6', 'flux 2.9.4'),
      want: {
        moves: ['flux 2.8.8 -> 2.9.4'],
        refused: ['Flux 2.9 needs Kubernetes 1.34 or newer'],
        resolved: [],
        warnings: [],
      },
    },
    {
      name: 'that mends something says so',
      before: side('1.35.1', 'karpenter 1.8.2'),
      after: side('1.35.1', 'karpenter 1.9.0'),
      want: {
        moves: ['karpenter 1.8.2 -> 1.9.0'],
        refused: [],
        resolved: ['Kubernetes 1.35 needs Karpenter 1.9 or newer'],
        warnings: [],
      },
    },
    {
      name: 'is not blamed for what was wrong before',
      before: side('1.35.1', 'karpenter 1.8.1'),
      after: side('1.35.1', 'karpenter 1.8.2'),
      want: { moves: ['karpenter 1.8.1 -> 1.8.2'], refused: [], resolved: [], warnings: [] },
    },
    {
      name: 'is refused by an API that is gone',
      before: side('1.34.2', 'flux 2.6.4', [oldRelease]),
      after: side('1.34.2', 'flux 2.8.8', [oldRelease]),
      want: {
        moves: ['flux 2.6.4 -> 2.8.8'],
        refused: ['Flux 2.8 serves no helm.toolkit.fluxcd.io/v2beta1, use helm.toolkit.fluxcd.io/v2'],
        resolved: [],
        warnings: [],
      },
    },
    {
      name: 'of a cluster whose Kubernetes nobody knows is judged by its APIs alone',
      before: side(undefined, 'flux 2.8.8'),
      after: side(undefined, 'flux 2.9.4', [oldRelease]),
      want: {
        moves: ['flux 2.8.8 -> 2.9.4'],
        refused: ['Flux 2.9 serves no helm.toolkit.fluxcd.io/v2beta1, use helm.toolkit.fluxcd.io/v2'],
        resolved: [],
        warnings: [],
      },
    },
    {
      name: 'that brings what nothing is known about warns',
      before: side('1.35.1', ''),
      after: side('1.35.1', 'billing-op 0.4.1'),
      want: {
        moves: ['billing-op  -> 0.4.1'],
        refused: [],
        resolved: [],
        warnings: ['No facts for billing-op 0.4'],
      },
    },
    {
      name: 'of a range is left out where a version is reported, too',
      before: side('1.35.1', 'karpenter 1.9.0, karpenter >=1.0'),
      after: side('1.35.1', 'karpenter 1.9.0, karpenter >=1.1'),
      want: { moves: [], refused: [], resolved: [], warnings: [] },
    },
  ]
  test.for(cases)('$name', ({ before, after, want }) => {
    const { moves, refused, resolved, warnings } = judgeChange({ before, after })
    expect({
      moves: moves.map(move => `${move.component} ${move.before.join()} -> ${move.after.join()}`),
      refused: refused.map(({ sentence }) => sentence),
      resolved: resolved.map(({ sentence }) => sentence),
      warnings: warnings.map(({ sentence }) => sentence),
    }).toEqual(want)
  })
})

test('Nothing changes where nothing changes, whatever stands there', () => {
  const any = fc.record({
    kubernetes: fc.option(fc.oneof(fc.string(), fc.constant('1.35.1')), { nil: undefined }),
    objects: fc.array(fc.anything()),
    told: fc.array(fc.record({ component: fc.constantFrom('flux', 'karpenter', 'x'), version: fc.string() })),
  })
  const nothing = { moves: [], refused: [], resolved: [], warnings: [] }
  const property = fc.property(any, one => {
    expect(judgeChange({ before: one, after: one })).toEqual(nothing)
  })
  fc.assert(property)
})
