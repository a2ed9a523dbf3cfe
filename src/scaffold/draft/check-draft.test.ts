import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FleetScene } from '#test/cli/fleet-scene.ts'
import { editForm, type FormEdit } from '../../domain/cluster-form/edit-form.ts'
import { atCluster, atVariable } from '../../domain/cluster-form/form-place.ts'
import { readLintRepository } from '../../domain/lint/model/lint-repository.ts'
import { checkDraft, type DraftReport } from './check-draft.ts'
import { newDraftText } from './draft-files.ts'
import { type DraftRepository, draftRepository } from './draft-repository.ts'

let scene: FleetScene
let base: DraftRepository

const clusterClass = `apiVersion: cluster.x-k8s.io/v1beta2
kind: ClusterClass
metadata: {name: eks}
spec:
  variables:
  - {name: region, required: true, schema: {openAPIV3Schema: {type: string, enum: [eu-west-1, us-east-1]}}}
  - {name: cidr, required: false, schema: {openAPIV3Schema: {type: string}}}
  - name: size
    required: false
    schema: {openAPIV3Schema: {type: integer, x-kubernetes-validations: [{rule: self % 2 == 1, message: must be odd}]}}
`

async function readBase(): Promise<DraftRepository> {
  const files = await scene.files()
  const found = draftRepository(
    readLintRepository({ texts: files, paths: new Set(files.keys()), isWhole: true }),
    [],
  )
  if (!found) throw new Error('there is a fitout.yaml')
  return found
}

beforeAll(async () => {
  scene = await FleetScene.withRepository()
  await scene.given({ 'infrastructure/control-plane-cluster/classes/eks.yaml': clusterClass })
  await scene.run('cluster new blue --env dev --set region=eu-west-1 --set cidr=10.0.0.0/16')
  base = await readBase()
})
afterAll(async () => scene.close())

const set = (name: string, value: string | number): FormEdit => ({
  kind: 'set',
  place: atVariable(name),
  value,
})
const inCluster = (path: string, value: string): FormEdit => ({
  kind: 'set',
  place: atCluster(...path.split('.')),
  value,
})

function textOf(...edits: readonly FormEdit[]): string {
  const [known] = base.classes
  if (!known) throw new Error('there is a class')
  let text = newDraftText(known, base, { name: 'red', environment: 'dev' })
  for (const edit of edits) {
    const result = editForm(text, edit)
    if (result.ok) ({ text } = result)
  }
  return text
}

function check(text: string, className = 'eks'): DraftReport {
  const knowledge = { now: Date.parse('2026-11-19T00:00:00Z'), took: { 'dev/default': 660_000 } }
  return checkDraft({ environment: 'dev', className, text }, base, knowledge)
}

/** The checks that found something, as people see them. */
function found(report: DraftReport): readonly string[] {
  return report.checks.flatMap(({ problems }) =>
    problems.map(({ code, line, message }) => `${line} ${code} ${message}`),
  )
}

describe('A draft', () => {
  test('that is right passes every check, in this order', () => {
    const report = check(textOf(set('region', 'eu-west-1'), set('cidr', '10.1.0.0/16')))
    expect(report.checks.map(({ verdict, sentence }) => `${verdict}: ${sentence}`)).toEqual([
      'passed: YAML reads',
      'passed: 3 of 3 variables fit class eks',
      'passed: name red is free',
      'passed: 1 address range free, as far as Git knows',
      expect.stringMatching(/^passed: compat: \d of \d components? fit Kubernetes 1\.35\.4$/),
      expect.stringMatching(/^passed: lint: \d files, no problems$/),
      'passed: plan: 1 cluster, 1 step, about 11m',
    ])
    expect(report.isReady).toBe(true)
  })

  test('writes the same files as the command, byte by byte', async () => {
    const { files } = check(textOf(set('region', 'eu-west-1')))
    const copy = await scene.copy()
    try {
      const before = await copy.files()
      await copy.run('cluster new red --env dev --set region=eu-west-1')
      const after = [...(await copy.files())].filter(([path, text]) => before.get(path) !== text)
      expect(Object.fromEntries(files.map(({ path, after: text }) => [path, text]))).toEqual(
        Object.fromEntries(after),
      )
      expect(files.filter(file => file.before !== before.get(file.path))).toEqual([])
    } finally {
      await copy.close()
    }
  })

  const cases: readonly { name: string; edits: readonly FormEdit[]; want: readonly string[] }[] = [
    {
      name: 'without a variable that is required',
      edits: [],
      want: ['10 VARIABLE region: is required'],
    },
    {
      name: 'with a value that is not offered',
      edits: [set('region', 'eu-west-2')],
      want: ['16 VARIABLE region: must be one of eu-west-1, us-east-1; did you mean eu-west-1?'],
    },
    {
      name: 'that breaks a rule of its class',
      edits: [set('region', 'eu-west-1'), set('size', 2)],
      want: ['18 VARIABLE size: must be odd'],
    },
    {
      name: 'with a range that another cluster has',
      edits: [set('region', 'eu-west-1'), set('cidr', '10.0.128.0/17')],
      want: ['18 CIDR_OVERLAP cidr 10.0.128.0/17 overlaps dev/blue'],
    },
    {
      name: 'with a name that is taken',
      edits: [set('region', 'eu-west-1'), inCluster('metadata.name', 'blue')],
      want: ['5 NAME there is a cluster "blue" in dev'],
    },
    {
      name: 'with a name that is none',
      edits: [set('region', 'eu-west-1'), inCluster('metadata.name', '../x')],
      want: [expect.stringMatching(/^5 NAME "\.\.\/x" is not a valid name for a cluster/)],
    },
    {
      name: 'with a Kubernetes that is no version',
      edits: [set('region', 'eu-west-1'), inCluster('spec.topology.version', 'latest')],
      want: [expect.stringMatching(/^13 VARIABLE the version of Kubernetes must be whole/)],
    },
    {
      name: 'with a Kubernetes that Flux does not support',
      edits: [set('region', 'eu-west-1'), inCluster('spec.topology.version', 'v1.20.0')],
      want: [expect.stringMatching(/^13 VERSION_UNSUPPORTED Flux /)],
    },
  ]
  test.each(cases)('$name is held, and the line is named', ({ edits, want }) => {
    const report = check(textOf(...edits))
    expect(found(report)).toEqual(want)
    expect(report.isReady).toBe(false)
  })

  test('that no Fitout selects is told so, and may be proposed', () => {
    const report = check(
      textOf(set('region', 'eu-west-1'), {
        kind: 'clear',
        place: atCluster('metadata', 'labels', 'fitout.dev/profile'),
      }),
    )
    expect(found(report)).toEqual([
      '1 NO_FITOUT no Fitout selects the cluster by its labels: nothing will be installed on it',
    ])
    expect(report.isReady).toBe(true)
  })

  test('that does not read, or has no class, gets that alone', () => {
    expect(found(check('kind: Cluster\nmetadata: [\n'))).toEqual([expect.stringMatching(/^3 YAML /)])
    expect(found(check(textOf(set('region', 'eu-west-1')), 'gke'))).toEqual([
      '1 CLASS there is no ClusterClass "gke"',
    ])
  })

  test('may use a range that the fleet uses many times', () => {
    const networks = [{ field: 'cidr', place: atVariable('cidr'), cidr: '10.0.0.0/16' }]
    const clusters = ['a', 'b'].map(name => ({ name, environment: 'dev', networks }))
    const text = textOf(set('region', 'eu-west-1'), set('cidr', '10.0.0.0/16'))
    const report = checkDraft(
      { environment: 'dev', className: 'eks', text },
      { ...base, clusters },
      { now: 0 },
    )
    expect(report.checks.find(({ check: name }) => name === 'network')?.verdict).toBe('passed')
  })

  test('is checked against what fits into an answer of a server', () => {
    expect(structuredClone(base)).toEqual(base)
    expect(Object.keys(base.texts).filter(path => path.includes('/capi/dev/blue/'))).toEqual([])
  })
})
