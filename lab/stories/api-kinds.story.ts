import { execFile } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { readFitout } from '../../src/domain/validation/read-fitout.ts'
import { CLUSTER_API_VERSION, clusterObjects, clusterRef } from '../cluster-api/cluster-objects.ts'
import { hasCondition } from '../kube/conditions.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { readManifests } from '../kube/read-manifests.ts'
import { until } from '../kube/until.ts'
import type { Lab } from '../lab.ts'
import { sharedLab } from './shared-lab.ts'

const samples = 'api/samples'
const FITOUT = 'system:serviceaccount:fitout-system:fitout'
const API_VERSION = 'fitout.dev/v1alpha1'
const NAMESPACE = 'kinds'

let lab: Lab
beforeAll(async () => {
  lab = sharedLab()
  await run('apply', '--server-side', '-k', 'deploy')
  await lab.management.api.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } })
})

describe('the kinds', () => {
  test.for(['fitouts', 'clusterfitouts'])(
    '%s are taken by the API server without a complaint',
    async plural => {
      const crd = ref('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `${plural}.fitout.dev`)
      await until(`${plural} are established`, async () =>
        hasCondition(await lab.management.api.get(crd), 'Established', 'True'),
      )
      const { conditions } = (await lab.management.api.get(crd))['status'] as {
        conditions: { type: string }[]
      }
      expect(conditions.map(({ type }) => type).toSorted()).toEqual(['Established', 'NamesAccepted'])
    },
  )

  test.for(['fitout-minimal.yaml', 'fitout-eks.yaml'])(
    '%s is stored with the defaults that we fill in',
    async file => {
      const [given] = await readManifests(join(samples, file))
      const stored = await lab.management.api.create(inKinds(given))
      const reading = readFitout(given)
      expect(reading.kind === 'valid' && reading.fitout.spec).toEqual(stored['spec'])
    },
  )

  const wrong = readdirSync(join(samples, 'wrong'))
  test.for(wrong)('wrong/%s is answered as it says', async file => {
    const path = join(samples, 'wrong', file)
    const want = readFileSync(path, 'utf8').split('\n')[1]?.slice('# server: '.length)
    const [given] = await readManifests(path)
    const answer = await lab.management.api.create(inKinds(given)).then(
      () => 'accepts',
      (error: Error) => error.message,
    )
    expect(answer).toContain(want)
  })

  test('a list of ClusterFitouts tells the story', async () => {
    const [given] = await readManifests(join(samples, 'clusterfitout-held.yaml'))
    const created = await lab.management.api.create(inKinds(given))
    await lab.management.api.patch(created, { status: given?.['status'] }, '/status')
    const lines = (await run('get', 'clusterfitouts', '-n', NAMESPACE)).trim().split('\n')
    expect(lines.map(line => line.replace(/ {2,}/g, ' | ').replace(/\| \d+\w \|/, '| age |'))).toEqual([
      'NAME | READY | STATE | STEP | AGE | CAUSE',
      'blue | False | Held | karpenter | age | Secret "blue-eks-connection" lacks key "karpenter_iam_role_arn"',
    ])
  })

  test('steps that are applied in another order are stored in that order', async () => {
    const [given] = await readManifests(join(samples, 'fitout-eks.yaml'))
    const spec = given?.['spec'] as { steps: readonly { name: string }[] }
    const steps = spec.steps.map(step => ({ dependsOn: [], ...step })).toReversed()
    const { spec: stored } = await lab.management.api.apply({ ...inKinds(given), spec: { ...spec, steps } })
    expect((stored as typeof spec).steps.map(({ name }) => name)).toEqual(steps.map(({ name }) => name))
  })
})

describe('the rights of the controller', () => {
  const cases = [
    { may: true, asks: ['patch', 'clusters.cluster.x-k8s.io'] },
    { may: true, asks: ['get', 'secrets'] },
    { may: true, asks: ['patch', 'clusterfitouts.fitout.dev', '--subresource=status'] },
    { may: true, asks: ['update', 'leases.coordination.k8s.io/fitout-controller', '-n', 'fitout-system'] },
    { may: false, asks: ['update', 'leases.coordination.k8s.io/other', '-n', 'fitout-system'] },
    { may: false, asks: ['list', 'secrets'] },
    { may: false, asks: ['watch', 'secrets'] },
    { may: false, asks: ['delete', 'clusters.cluster.x-k8s.io'] },
    { may: false, asks: ['patch', 'fitouts.fitout.dev'] },
    { may: false, asks: ['create', 'pods'] },
    { may: false, asks: ['get', 'helmreleases.helm.toolkit.fluxcd.io'] },
  ]
  test.for(cases.map(({ may, asks }) => [may ? 'may' : 'may not', asks.join(' '), asks] as const))(
    'it %s %s',
    async ([may, , asks]) => {
      const { out } = await kubectl(['auth', 'can-i', ...asks, `--as=${FITOUT}`])
      expect(out.trim().split('\n').at(-1)).toBe(may === 'may' ? 'yes' : 'no')
    },
  )
})

describe('with the policy for gates', () => {
  const gate = 'calico.example/enabled'
  const own = 'hand-over.fitout.dev/addressee'
  const closed = aCluster('closed', { team: 'blue' })
  const open = aCluster('open', { [gate]: 'true', [own]: 'me' })

  beforeAll(async () => {
    const { api } = lab.management
    await api.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'tenant' } })
    const fitout = JSON.parse(
      JSON.stringify(await minimalFitout()).replace('calico.fitout.dev/enabled', gate),
    )
    await api.create({ ...fitout, metadata: { name: 'guarded', namespace: 'tenant' } })
    for (const object of tenantRights()) await api.create(object)
    for (const cluster of [closed, open]) await api.create(cluster)
    await run('apply', '--server-side', '-k', 'deploy/gate-policy')
    await until('the policies are in force', async () => {
      const trials = [`${gate}=try`, `${own}=try`].map(label =>
        kubectl(['label', 'cluster', 'closed', label, '-n', 'tenant', '--as=tenant', '--dry-run=server']),
      )
      return (await Promise.all(trials)).every(({ code }) => code !== 0)
    })
  })

  const file = ['-f', '-']
  const label = ['label', 'cluster', '--overwrite']
  const labelled = { metadata: { labels: { [gate]: 'true' } } }
  const jsonPath = `/metadata/labels/${gate.replace('/', '~1')}`
  const ways: readonly { name: string; args: readonly string[]; object?: KubeObject | object }[] = [
    {
      name: 'creating a Cluster with it',
      args: ['create', ...file],
      object: aCluster('copy', { [gate]: 'true' }),
    },
    {
      name: 'creating one whose name is made up',
      args: ['create', ...file],
      object: {
        ...open,
        metadata: { generateName: 'copy-', namespace: 'tenant', labels: { [gate]: 'true' } },
      },
    },
    { name: 'kubectl label', args: [...label, 'closed', `${gate}=true`] },
    { name: 'another value', args: [...label, 'closed', `${gate}=false`] },
    { name: 'a merge patch', args: patch('merge', labelled) },
    { name: 'a JSON patch', args: patch('json', [{ op: 'add', path: jsonPath, value: 'true' }]) },
    {
      name: 'replacing the Cluster',
      args: ['replace', ...file],
      object: aCluster('closed', { [gate]: 'true' }),
    },
    {
      name: 'server-side apply',
      args: ['apply', '--server-side', '--field-manager=fitout', '--force-conflicts', ...file],
      object: aCluster('closed', { [gate]: 'true' }),
    },
    {
      name: 'an older version of the API',
      args: [
        'patch',
        'clusters.v1beta1.cluster.x-k8s.io',
        'closed',
        '--type=merge',
        `-p=${JSON.stringify(labelled)}`,
      ],
    },
    { name: 'changing an open one', args: [...label, 'open', `${gate}=false`] },
    { name: 'removing an open one', args: [...label, 'open', `${gate}-`] },
    {
      name: 'removing all labels',
      args: ['patch', 'cluster', 'open', '--type=json', '-p=[{"op": "remove", "path": "/metadata/labels"}]'],
    },
    { name: 'replacing by one without labels', args: ['replace', ...file], object: aCluster('open', {}) },
    { name: 'making it the addressee of a hand-over', args: [...label, 'closed', `${own}=other`] },
  ]
  test.for(ways)('a tenant cannot set a gate by $name', async ({ args, object }) => {
    const { code, err } = await kubectl([...args, '-n', 'tenant', '--as=tenant'], object)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('only Fitout is allowed to') })
  })

  test('a tenant cannot set a gate through the status, either', async () => {
    await kubectl([...patch('merge', labelled), '--subresource=status', '-n', 'tenant', '--as=tenant'])
    const { metadata } = await lab.management.api.get(clusterRef('closed', 'tenant'))
    expect(metadata.labels?.[gate]).toBeUndefined()
  })

  // As Fitout does it: without reading the Cluster first, which kubectl label would do.
  const apply = ['apply', '--server-side', '--field-manager=fitout', '--validate=false', ...file]
  const allowed: readonly { name: string; user: string; args: readonly string[]; object?: object }[] = [
    { name: 'a tenant sets other labels', user: 'tenant', args: [...label, 'closed', 'team=red'] },
    {
      name: 'a tenant chooses the profile',
      user: 'tenant',
      args: [...label, 'closed', 'fitout.dev/profile=eks'],
    },
    {
      name: 'a tenant puts a cluster into a shard',
      user: 'tenant',
      args: [...label, 'closed', 'sharding.fitout.dev/key=shard1'],
    },
    {
      name: 'a tenant takes it out again',
      user: 'tenant',
      args: [...label, 'closed', 'sharding.fitout.dev/key-'],
    },
    {
      name: 'a tenant sets other labels where gates are open',
      user: 'tenant',
      args: [...label, 'open', 'team=red'],
    },
    {
      name: 'Fitout opens a gate',
      user: FITOUT,
      args: apply,
      object: withLabels({ [gate]: 'true' }),
    },
    { name: 'Fitout takes it away', user: FITOUT, args: apply, object: withLabels({}) },
    {
      name: 'a tenant deletes a cluster',
      user: 'tenant',
      args: ['delete', 'cluster', 'open', '--wait=false'],
    },
  ]
  test.for(allowed)('$name', async ({ user, args, object }) => {
    expect(await kubectl([...args, '-n', 'tenant', `--as=${user}`], object)).toMatchObject({ code: 0 })
  })

  test('Fitout makes a Cluster the addressee of its own hand-overs', async () => {
    const { metadata } = await lab.management.api.get(clusterRef('closed', 'tenant'))
    const object = withLabels({ [own]: metadata.uid ?? '' })
    expect(await kubectl([...apply, '-n', 'tenant', `--as=${FITOUT}`], object)).toMatchObject({ code: 0 })
  })

  test('who moves Clusters creates them with their gates, once the policies name him', async () => {
    const moved = aCluster('moved', { [gate]: 'true', [own]: 'moved' })
    const create = () => kubectl(['create', '-f', '-', '--as=mover', '--as-group=system:masters'], moved)
    expect(await create()).toMatchObject({
      code: 1,
      err: expect.stringContaining('only Fitout is allowed to'),
    })
    const named = [{ op: 'replace', path: '/spec/variables/0/expression', value: "['mover']" }]
    for (const policy of ['fitout-gates', 'fitout-own-labels']) {
      await run('patch', 'validatingadmissionpolicy', policy, '--type=json', `-p=${JSON.stringify(named)}`)
    }
    await until('the mover is let through', async () => (await create()).code === 0)
  })

  const handOvers = [
    { name: 'a Secret that he may read', secret: 'mine', code: 0 },
    { name: 'a Secret that he may not read', secret: 'yours', code: 1 },
    { name: 'a Secret whose name is open', secret: '${CLUSTER_NAME}-x', code: 1 },
  ]
  test.for(handOvers)('a tenant hands over $name: exit $code', async ({ secret, code }) => {
    const fitout = await minimalFitout()
    const { clusterSelector, steps } = fitout['spec'] as { clusterSelector: object; steps: readonly object[] }
    const handOver = [{ from: { secret }, to: { secret: 'there', namespace: 'default' }, keys: { a: {} } }]
    const object = {
      ...fitout,
      metadata: { generateName: 'hand-over-', namespace: 'tenant' },
      spec: { clusterSelector, steps: steps.map(step => ({ ...step, handOver })) },
    }
    const answer = await kubectl(['create', '-f', '-', '--as=tenant'], object)
    expect(answer).toMatchObject({
      code,
      err: expect.stringContaining(code === 0 ? '' : 'only Secrets that its author is allowed to read'),
    })
  })
})

function patch(type: string, what: unknown): readonly string[] {
  return ['patch', 'cluster', 'closed', `--type=${type}`, `-p=${JSON.stringify(what)}`]
}

function inKinds(object: KubeObject | undefined): KubeObject {
  return {
    ...object,
    apiVersion: API_VERSION,
    kind: object?.kind ?? '',
    metadata: { name: object?.metadata.name ?? '', namespace: NAMESPACE },
  }
}

async function minimalFitout(): Promise<KubeObject> {
  const [fitout] = await readManifests(join(samples, 'fitout-minimal.yaml'))
  return inKinds(fitout)
}

// Paused, and without the objects that it refers to: nobody builds it.
/** What Fitout applies to the Cluster that is closed. */
function withLabels(labels: Readonly<Record<string, string>>): KubeObject {
  const metadata = { name: 'closed', namespace: 'tenant', labels }
  return { apiVersion: CLUSTER_API_VERSION, kind: 'Cluster', metadata }
}

function aCluster(name: string, labels: Readonly<Record<string, string>>): KubeObject {
  const cluster = clusterObjects(name, { namespace: 'tenant', labels, spec: { paused: true } }).at(-1)
  return { apiVersion: CLUSTER_API_VERSION, kind: 'Cluster', metadata: { name }, ...cluster }
}

function tenantRights(): readonly KubeObject[] {
  const metadata = { name: 'tenant', namespace: 'tenant' }
  const apiVersion = 'rbac.authorization.k8s.io/v1'
  const rules = [
    { apiGroups: ['cluster.x-k8s.io'], resources: ['clusters', 'clusters/status'], verbs: ['*'] },
    { apiGroups: ['fitout.dev'], resources: ['fitouts'], verbs: ['*'] },
    { apiGroups: [''], resources: ['secrets'], resourceNames: ['mine'], verbs: ['get'] },
  ]
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'tenant' }
  return [
    { apiVersion, kind: 'Role', metadata, rules },
    { apiVersion, kind: 'RoleBinding', metadata, roleRef, subjects: [{ kind: 'User', name: 'tenant' }] },
  ]
}

interface Answer {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs kubectl on the management cluster; `object` is what it reads from standard input. */
async function kubectl(args: readonly string[], object?: object): Promise<Answer> {
  const context = [
    '--kubeconfig',
    lab.kubeconfigFile,
    '--context=management',
    `--cache-dir=${lab.folder}/kubectl-cache`,
  ]
  const child = execFile(lab.site.programs.kubectl, [...context, ...args])
  child.stdin?.end(object === undefined ? '' : JSON.stringify(object))
  const ended = new Promise<number>(resolve => child.once('close', code => resolve(code ?? -1)))
  const [out, err] = await Promise.all([read(child.stdout), read(child.stderr)])
  return { code: await ended, out, err }
}

async function run(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await kubectl(args)
  if (code !== 0) throw new Error(`cannot run kubectl ${args.join(' ')}: ${err}`)
  return out
}

async function read(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream ? text(stream) : ''
}
