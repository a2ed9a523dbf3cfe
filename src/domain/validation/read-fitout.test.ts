import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatApiProblem } from './api-problem.ts'
import { lintFitout, readClusterFitout, readFitout } from './read-fitout.ts'
import { aFitout, aStep } from '#test/domain/sample-fitout.ts'

const aNode = { apiVersion: 'v1', kind: 'Node', name: 'a' }
const celProblem = 'spec.steps[0].proof.objects[0].failed: line 1, column 5: expected a value, found the end'

describe('What is wrong with a Fitout is said in words, with the field', () => {
  const cases: readonly { name: string; given: unknown; want: readonly string[] }[] = [
    { name: 'for no object at all', given: 'Fitout', want: ['must be an object, found a string'] },
    { name: 'for nothing', given: undefined, want: ['is required'] },
    {
      name: 'for another kind',
      given: { ...aFitout([aStep('cni')]), kind: 'Cluster' },
      want: ['kind: must be Fitout'],
    },
    {
      name: 'for the wrong types',
      given: aFitoutOf({ suspend: null, steps: { a: 1 } }),
      want: [
        'spec.suspend: must be true or false, found null',
        'spec.steps: must be a list, found an object',
      ],
    },
    {
      name: 'for a word that was almost right',
      given: aFitoutOf({ steps: [{ ...aStep('cni'), proof: { preset: 'calcio' } }] }),
      want: [
        'spec.steps[0].proof.preset: must be one of api, coredns, calico, cilium, flux, helm-release, karpenter, vpc-cni, ebs-csi, aws-load-balancer-controller, cert-manager, external-secrets, metrics-server; did you mean calico?',
      ],
    },
    {
      name: 'for a text that is too long',
      given: aFitout([aStep('n'.repeat(64))]),
      want: ['spec.steps[0].name: must have at most 63 characters'],
    },
    {
      name: 'for a number that is too large',
      given: aFitout([
        aStep('cni', { proof: { objects: [{ apiVersion: 'v1', kind: 'Node', selector: {}, count: 1001 }] } }),
      ]),
      want: ['spec.steps[0].proof.objects[0].count: must be at most 1000'],
    },
    {
      name: 'for a field that is misspelt, once',
      given: aFitoutOf({ steps: [{ ...aStep('cni'), handover: [] }] }),
      want: ['spec.steps[0].handover: is not a field of the API; did you mean handOver?'],
    },
    {
      name: 'for a field by its old name, with the new one',
      given: aFitoutOf({
        steps: [{ ...aStep('cni'), needs: [], proof: { objects: [{ ...aNode, true: 'management' }] } }],
      }),
      want: [
        'spec.steps[0].proof.objects[0].true: is not a field of the API: it is now called cluster',
        'spec.steps[0].needs: is not a field of the API: it is now called dependsOn',
      ],
    },
    {
      name: 'for a dependency that is misspelt',
      given: aFitout([aStep('flux'), aStep('karpenter', { dependsOn: ['flx'] })]),
      want: ['spec.steps[1].dependsOn[0]: no step is called "flx"; did you mean "flux"?'],
    },
    {
      name: 'for a cycle of steps, with what goes without saying',
      given: aFitout([aStep('cni'), aStep('flux', { dependsOn: ['karpenter'] }), aStep('karpenter')]),
      want: [
        'spec.steps[1].dependsOn: steps depend on each other: flux → karpenter → flux; "karpenter" has no dependsOn of its own, so it depends on the step before it',
      ],
    },
    {
      name: 'for CEL, with the place in it',
      given: aFitout([
        aStep('cni', { proof: { objects: [{ apiVersion: 'v1', kind: 'Node', name: 'a', failed: 'a ==' }] } }),
      ]),
      want: [celProblem],
    },
  ]
  test.for(cases)('$name', ({ given, want }) => expect(lintFitout(given).map(formatApiProblem)).toEqual(want))
})

test('A Fitout of a later version is read, whatever fields it has', () => {
  expect(readFitout({ ...aFitout([aStep('cni')]), later: true }).kind).toBe('valid')
})

test('A Fitout that breaks a rule can still be looked at', () => {
  const reading = readFitout(aFitout([aStep('cni', { dependsOn: ['cni'] })]))
  expect(reading).toMatchObject({ kind: 'invalid', fitout: { spec: { steps: [{ name: 'cni' }] } } })
})

test('Settings of a preset that it does not have are a problem, whatever their shape, and are kept', () => {
  const settings = { components: ['source-controller'], deep: { __proto__: null, x: [1, null] } }
  const reading = readFitout(aFitout([aStep('flux', { proof: { preset: 'flux', with: settings } })]))
  expect(reading).toMatchObject({
    kind: 'invalid',
    fitout: { spec: { steps: [{ proof: { with: settings } }] } },
    problems: [{ code: 'UNKNOWN_SETTING', path: ['spec', 'steps', 0, 'proof', 'with', 'deep'] }],
  })
})

test('Anything at all is read or refused', () => {
  const words = [
    'spec',
    'steps',
    'clusterSelector',
    'matchLabels',
    'gate',
    'proof',
    'objects',
    'keys',
    '__proto__',
  ]
  const value = fc.anything({ key: fc.constantFrom(...words), maxDepth: 5 })
  const step = fc.record({
    name: fc.string(),
    dependsOn: fc.array(fc.string()),
    gate: value,
    proof: value,
    timeout: fc.string(),
  })
  const fitout = fc.oneof(
    value,
    fc.array(step, { maxLength: 4 }).map(steps => aFitoutOf({ steps })),
  )
  fc.assert(
    fc.property(fitout, given => {
      expect(['valid', 'invalid', 'misshapen']).toContain(readFitout(given).kind)
      expect(Array.isArray(lintFitout(given))).toBe(true)
      expect(['valid', 'misshapen']).toContain(readClusterFitout(given).kind)
    }),
  )
})

/** A Fitout whose spec may have any shape. */
function aFitoutOf(spec: object): object {
  const fitout = aFitout([])
  return { ...fitout, spec: { ...fitout.spec, ...spec } }
}
