import { inspect } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FitoutStep } from '../api/schema/fitout-schema.ts'
import { VALUE_FORMATS } from '../api/schema/hand-over-schema.ts'
import { readHandOver } from './read/read-hand-over.ts'
import { clusterVariables } from './render/cluster-variables.ts'
import { renderTemplates } from './render/render-templates.ts'
import { joinVariables } from './render/variables.ts'
import {
  aConfigMap,
  aHandOver,
  aSecret,
  lookupOf,
  paymentsEu,
  paymentsEuTraits,
} from '#test/domain/sample-hand-over.ts'
import { judgeDelivered } from './wrap/judge-delivered.ts'
import { wrapHandOver } from './wrap/wrap-hand-over.ts'

const anyCanary = fc
  .tuple(
    fc.stringMatching(/^[a-z0-9]{12}$/),
    fc.constantFrom('', '\n', '"', '\\', '\0', '\u2028', '\n---\nkind: X'),
  )
  .map(([random, end]) => `CANARY-${random}${end}`)

const template = `apiVersion: a/v1
kind: B
metadata: {name: c}
spec: ["\${VALUE}", "\${VALUE:0:3}", "\${VALUE//A/\${OTHER}}"]
`

/** Everything that the functions give out for these values, but for the data of the wrapped Secret. */
function outputsFor(
  canary: string,
  step: Pick<FitoutStep, 'handOver' | 'render'>,
  templates: string,
): string {
  const source = aSecret('payments-eu-eks-connection', {
    value: canary,
    other: canary,
    accented: `é${canary}`,
    long: canary.repeat(300),
    bytes: Buffer.concat([Buffer.from(canary), Uint8Array.of(0xff)]),
    outputs: JSON.stringify({ deep: [{ value: canary }], [canary]: 1 }),
  })
  const read = readHandOver({ step, cluster: paymentsEu, secrets: lookupOf(source) })
  const rendered = renderTemplates({
    step,
    cluster: paymentsEu,
    configMaps: lookupOf(aConfigMap('r', { a: templates })),
    variables: joinVariables(clusterVariables(paymentsEuTraits), read.ok ? read.variables : new Map()),
  })
  const wrapped =
    read.ok && rendered.ok
      ? wrapHandOver({ cluster: paymentsEu, step: 's', ...read, ...rendered, version: 'v1beta2' })
      : undefined
  const arrived = wrapped?.ok
    ? judgeDelivered(wrapped.wrapped, {
        namespace: () => 'missing',
        secret: () => ({ found: aSecret('x', { value: `${canary}${canary}` }) }),
      })
    : []
  const rest = wrapped?.ok ? { ...wrapped.wrapped, secret: { ...wrapped.wrapped.secret, data: '' } } : wrapped
  const all = { read, rendered, rest, arrived }
  return `${JSON.stringify(all)}${inspect(all, { showHidden: true, depth: 20, maxStringLength: null })}`
}

// The random part alone, too: what was cut out of a value, or stands on a line of its own, is a leak as well.
function tracesOf(canary: string): readonly string[] {
  const random = canary.slice(0, 'CANARY-'.length + 12)
  const inBase64 = [0, 1, 2].map(shift =>
    Buffer.from(`${' '.repeat(shift)}${random}`)
      .toString('base64')
      .slice(4, -4),
  )
  return [
    'CANARY',
    random,
    random.slice(7),
    encodeURIComponent(canary),
    JSON.stringify(canary).slice(1, -1),
    ...inBase64,
  ]
}

const steps: {
  name: string
  reached: string
  step: Pick<FitoutStep, 'handOver' | 'render'>
  template: string
}[] = [
  {
    name: 'is wrapped',
    reached: 'HandOverNotDelivered',
    step: { handOver: [aHandOver({ value: {}, other: {}, bytes: {} })], render: ['r'] },
    template,
  },
  {
    name: 'is inside of JSON',
    reached: 'HandOverNotDelivered',
    step: { handOver: [aHandOver({ value: { path: 'outputs.deep' }, other: {} })], render: ['r'] },
    template,
  },
  {
    name: 'has a wrong format',
    reached: 'HandOverValueMalformed',
    step: { handOver: VALUE_FORMATS.map(format => aHandOver({ value: { format } })) },
    template,
  },
  {
    name: 'has no path',
    reached: 'HandOverKeyMissing',
    step: {
      handOver: [
        aHandOver({ a: { path: 'value.x' }, b: { path: 'outputs.deep.x' }, c: { path: 'bytes.x' } }),
      ],
    },
    template,
  },
  {
    name: 'is no text',
    reached: 'is not text',
    step: { handOver: [aHandOver({ value: { path: 'bytes' }, other: {} })], render: ['r'] },
    template,
  },
  {
    name: 'is ambiguous',
    reached: 'RenderVariableAmbiguous',
    step: { handOver: [aHandOver({ value: {}, VALUE: { path: 'other' }, other: {} })], render: ['r'] },
    template,
  },
  {
    name: 'fills what it may not',
    reached: 'RenderShapeChanged',
    step: { handOver: [aHandOver({ value: {} })], render: ['r'] },
    template:
      'apiVersion: a/v1\nkind: "${VALUE}"\nmetadata: {name: "${VALUE}", "${VALUE}": 1}\nx: "${VALUE" \n',
  },
  {
    name: 'is cut',
    reached: 'splits a character',
    step: { handOver: [aHandOver({ value: { path: 'accented' }, other: {} })], render: ['r'] },
    template: template.replace(':0:3', ':0:1'),
  },
  {
    name: 'is too large',
    reached: 'HandOverTooLarge',
    step: { handOver: [aHandOver({ value: { path: 'long' } })], render: ['r'] },
    template: template.replace(/spec: .*/, `spec: [${'"${VALUE}",'.repeat(200)}]`),
  },
]

describe('No trace of a value is given out', () => {
  test.for(steps)('when it $name', ({ reached, step, template: text }) => {
    fc.assert(
      fc.property(anyCanary, canary => {
        const given = outputsFor(canary, step, text)
        expect(given).toContain(reached)
        expect(tracesOf(canary).filter(trace => given.includes(trace))).toEqual([])
      }),
      { numRuns: reached === 'HandOverTooLarge' ? 3 : 30 },
    )
  })

  test('while it is in the data of the wrapped Secret', () => {
    const step = { handOver: [aHandOver({ value: {} })] }
    const secrets = lookupOf(aSecret('payments-eu-eks-connection', { value: 'CANARY-1' }))
    const read = readHandOver({ step, cluster: paymentsEu, secrets })
    const wrapped =
      read.ok && wrapHandOver({ cluster: paymentsEu, step: 's', ...read, rendered: [], version: 'v1beta2' })
    const data = wrapped && wrapped.ok ? wrapped.wrapped.secret['data'] : undefined
    const manifest = Buffer.from(Object.values(data ?? {}).join(''), 'base64').toString()
    expect(JSON.parse(manifest)).toMatchObject({
      data: { value: Buffer.from('CANARY-1').toString('base64') },
    })
  })
})
