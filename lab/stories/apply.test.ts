import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { kubectl } from '../add-ons/fitting-out-controller.ts'
import { bundleFitout } from '../../release/contents/bundle.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import { Lab } from '../lab.ts'
import { FleetFolder } from './fleet-folder.ts'
import { followGuide } from './guide-shell.ts'

const run = promisify(execFile)
const RECORD = 'kube-system/fitout-apply'

let lab: Lab
let command: string

beforeAll(async () => {
  lab = await Lab.start({ name: 'apply' })
  command = await bundleFitout(join(lab.folder, 'dist'))
})
afterAll(() => lab?.stop())
// Each repository begins again.
beforeEach(async () => {
  if (await lab.management.api.find(ref('v1', 'ConfigMap', RECORD)))
    await lab.management.api.delete(ref('v1', 'ConfigMap', RECORD))
})

interface JobEnd {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A clone of a repository that the story commits to. */
class Clone {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  async commit(files: Readonly<Record<string, string | undefined>>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.folder, path)
      await mkdir(dirname(file), { recursive: true })
      if (text === undefined) await this.git('rm', '--quiet', path)
      else await writeFile(file, text)
    }
    await this.git('add', '--all')
    await this.git('commit', '--quiet', '--message', 'x')
  }

  async git(...words: readonly string[]): Promise<void> {
    await run('git', ['-c', 'user.name=Lab', '-c', 'user.email=lab@fitout.dev', ...words], {
      cwd: this.folder,
    })
  }

  /** Runs `fitout apply` in the clone, as a job with the rights of an administrator. */
  apply(...words: readonly string[]): Promise<JobEnd> {
    return this.applyWith(lab.kubeconfigFile, ...words)
  }

  applyWith(kubeconfig: string, ...words: readonly string[]): Promise<JobEnd> {
    const way = ['--kubeconfig', kubeconfig, '--context', 'management']
    const args = [command, 'apply', '--cluster', 'blue', ...way, ...words]
    return new Promise(resolve => {
      execFile(process.execPath, args, { cwd: this.folder }, (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, err })
      })
    })
  }
}

async function aClone(name: string): Promise<Clone> {
  const folder = join(lab.folder, name)
  await mkdir(folder, { recursive: true })
  const clone = new Clone(folder)
  await clone.git('init', '--quiet', '--initial-branch=main')
  return clone
}

const map = (name: string, more = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: default${more}}\ndata: {value: one}\n`

const autoscaler = (version: string, spec: string) =>
  `apiVersion: autoscaling/${version}\nkind: HorizontalPodAutoscaler\nmetadata: {name: web, namespace: default}\nspec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, maxReplicas: 3, ${spec}}\n`

const service = (name: string) =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}, namespace: default}\nspec: {type: NodePort, selector: {a: b}, ports: [{port: 80, nodePort: 30080}]}\n`

/** The Role that the reference shows, and the kubeconfig of a job that has it, and rights for ConfigMaps in one namespace. */
async function jobOfTheReference(): Promise<string> {
  const reference = await readFile('docs/reference/apply.md', 'utf8')
  const [, role = ''] = /```yaml\n(apiVersion: rbac[^`]*)```/.exec(reference) ?? []
  const file = join(lab.folder, 'role.yaml')
  await writeFile(file, role)
  await kubectl(lab, 'apply', '--filename', file)
  await kubectl(lab, 'create', 'serviceaccount', 'job')
  const verbs = '--verb=get,create,patch,delete'
  await kubectl(lab, 'create', 'role', 'job', verbs, '--resource=configmaps')
  const job = '--serviceaccount=default:job'
  await kubectl(lab, 'create', 'rolebinding', 'job', '--role=job', job)
  await kubectl(lab, 'create', 'rolebinding', 'job', '--role=fitout-apply', job, '--namespace=kube-system')
  const token = (await kubectl(lab, 'create', 'token', 'job')).trim()
  const config = JSON.parse(await readFile(lab.kubeconfigFile, 'utf8'))
  const kubeconfig = join(lab.folder, 'job.kubeconfig')
  const users = config.users.map(({ name }: { readonly name: string }) => ({ name, user: { token } }))
  await writeFile(kubeconfig, JSON.stringify({ ...config, users }), { mode: 0o600 })
  return kubeconfig
}

/** A Pod as the controller of Jobs makes it; the management cluster of the lab has none. */
async function makePodOf(job: KubeObject): Promise<void> {
  const { name, uid = '' } = job.metadata
  const ownerReferences = [{ apiVersion: 'batch/v1', kind: 'Job', name, uid, controller: true }]
  await lab.management.api.create({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${name}-pod`, namespace: 'default', ownerReferences },
    spec: { containers: [{ name: 'a', image: 'registry.example/a' }] },
  })
}

describe('on a real API server', () => {
  test('every command of the guide does what the guide says', async () => {
    const fleet = await FleetFolder.create(lab, command)
    const user = `export GIT_AUTHOR_NAME=r GIT_AUTHOR_EMAIL=r@fitout.dev GIT_COMMITTER_NAME=r GIT_COMMITTER_EMAIL=r@fitout.dev\n`
    const differences = await followGuide(
      fleet,
      'docs/guides/apply-in-ci.md',
      commands => `${user}${commands}`,
    )
    expect(differences).toEqual([])
  })

  test('what the server refuses keeps the commit from counting, and nothing else from being applied', async () => {
    const clone = await aClone('refused')
    const service = `apiVersion: v1\nkind: Service\nmetadata: {name: wrong, namespace: default}\nspec: {ports: [{port: 99999999}]}\n`
    await clone.commit({ 'clusters/blue/a.yaml': map('fine'), 'clusters/blue/b.yaml': service })
    const dry = await clone.apply('--dry-run')
    expect([dry.code, dry.err]).toEqual([
      1,
      expect.stringContaining('refused Service default/wrong (dry run): spec.ports[0].port:'),
    ])
    expect(await lab.management.api.find(ref('v1', 'ConfigMap', 'default/fine'))).toBeUndefined()
    const { code, err } = await clone.apply()
    expect([code, err]).toEqual([1, expect.stringContaining('(clusters/blue/b.yaml:1:1)\n')])
    expect(err).toContain('created ConfigMap default/fine\n')
    const { data } = (await lab.management.api.get(ref('v1', 'ConfigMap', RECORD))) as unknown as {
      data: Record<string, string>
    }
    expect(Object.keys(data).toSorted()).toEqual(['attempt', 'cluster', 'format', 'objects'])

    await clone.commit({ 'clusters/blue/b.yaml': undefined })
    const fixed = await clone.apply('-o', 'json')
    expect([fixed.code, JSON.parse(fixed.out).result]).toEqual([0, 'applied'])
  })

  test('two runs at once are one after the other, and end in the newest commit', async () => {
    const clone = await aClone('parallel')
    await clone.commit({ 'clusters/blue/a.yaml': map('fine') })
    await clone.apply()
    await clone.commit({
      'clusters/blue/a.yaml': map('fine', ', labels: {round: two}'),
      'clusters/blue/c.yaml': map('second'),
    })
    const ends = await Promise.all([clone.apply(), clone.apply(), clone.apply()])
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(ends.filter(({ err }) => err.includes('created ConfigMap default/second\n')).length).toBe(1)
    const lease = await lab.management.api.get(ref('coordination.k8s.io/v1', 'Lease', RECORD))
    expect(lease['spec']).toMatchObject({ holderIdentity: '' })
  })

  test('a job needs no more than the permissions that the reference shows, and is told which one is missing', async () => {
    const clone = await aClone('permissions')
    const kubeconfig = await jobOfTheReference()
    await clone.commit({ 'clusters/blue/a.yaml': map('allowed'), 'clusters/blue/b.yaml': map('removed') })
    expect(await clone.applyWith(kubeconfig, '--dry-run')).toMatchObject({ code: 0 })
    expect(await clone.applyWith(kubeconfig)).toMatchObject({ code: 0 })
    await clone.commit({ 'clusters/blue/b.yaml': undefined })
    const { code, err } = await clone.applyWith(kubeconfig)
    expect([code, err]).toEqual([0, expect.stringContaining('1 unchanged, 1 deleted\n')])

    const elsewhere = map('a').replace('namespace: default', 'namespace: kube-public')
    await clone.commit({ 'clusters/blue/b.yaml': elsewhere })
    const refused = await clone.applyWith(kubeconfig)
    expect([refused.code, refused.err]).toEqual([
      4,
      expect.stringContaining('refused ConfigMap kube-public/a: you are not allowed to apply it (clusters/'),
    ])
  })

  test('a Job goes with its Pods, a Secret is never shown, and an older API version is the same object', async () => {
    const clone = await aClone('kinds')
    const secret = map('token')
      .replace('ConfigMap', 'Secret')
      .replace('\ndata:', '\nstringData:')
      .replace('one', 'hunter2')
    await clone.commit({
      'clusters/blue/a.yaml': autoscaler('v1', 'targetCPUUtilizationPercentage: 50'),
      'clusters/blue/b.yaml': secret,
    })
    const first = await clone.apply('--verbose')
    expect([first.code, `${first.out}${first.err}`.includes('hunter2')]).toEqual([0, false])
    // A server says the value that it did not expect.
    await clone.commit({ 'clusters/blue/b.yaml': secret.replace('hunter2', '4711471147') })
    const numbered = await clone.apply('--verbose', '-o', 'json')
    expect([numbered.code, `${numbered.out}${numbered.err}`]).toEqual([
      1,
      expect.not.stringContaining('4711471147'),
    ])
    await clone.commit({ 'clusters/blue/b.yaml': secret })
    const before = await lab.management.api.get(
      ref('autoscaling/v2', 'HorizontalPodAutoscaler', 'default/web'),
    )
    await clone.commit({
      'clusters/blue/a.yaml': autoscaler(
        'v2',
        'metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 60}}}]',
      ),
    })
    const second = await clone.apply()
    expect([second.code, second.err]).toEqual([
      0,
      expect.stringContaining('configured HorizontalPodAutoscaler default/web'),
    ])
    const after = await lab.management.api.get(
      ref('autoscaling/v2', 'HorizontalPodAutoscaler', 'default/web'),
    )
    expect(after.metadata.uid).toBe(before.metadata.uid)

    const job = `apiVersion: batch/v1\nkind: Job\nmetadata: {name: once, namespace: default}\nspec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: registry.example/a}]}}}\n`
    await clone.commit({ 'clusters/blue/a.yaml': undefined, 'clusters/blue/c.yaml': job })
    expect((await clone.apply()).code).toBe(0)
    await makePodOf(await lab.management.api.get(ref('batch/v1', 'Job', 'default/once')))
    await clone.commit({ 'clusters/blue/c.yaml': undefined })
    expect((await clone.apply()).err).toContain('deleted Job default/once\n')
    const pod = ref('v1', 'Pod', 'default/once-pod')
    await until('its Pod is gone', async () => (await lab.management.api.find(pod)) === undefined)
  })

  test('what an object of someone owns keeps its namespace, also in a dry run', async () => {
    const clone = await aClone('owned')
    const space = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: owned}\n'
    await clone.commit({ 'clusters/blue/a.yaml': map('fine'), 'clusters/blue/b.yaml': space })
    expect(await clone.apply()).toMatchObject({ code: 0 })
    await kubectl(lab, 'create', 'clusterrole', 'owner', '--verb=get', '--resource=pods')
    const owner = ref('rbac.authorization.k8s.io/v1', 'ClusterRole', 'owner')
    const { uid = '' } = (await lab.management.api.get(owner)).metadata
    const ownerReferences = [{ apiVersion: owner.apiVersion, kind: owner.kind, name: 'owner', uid }]
    await lab.management.api.create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'theirs', namespace: 'owned', ownerReferences },
    })
    await clone.commit({ 'clusters/blue/b.yaml': undefined })
    const why = 'it holds ConfigMap owned/theirs, which would be deleted with it\n'
    expect((await clone.apply('--dry-run')).err).toContain(`kept Namespace owned (dry run): ${why}`)
    expect((await clone.apply()).err).toContain(`kept Namespace owned: ${why}`)

    await lab.management.api.delete(owner)
    expect((await clone.apply()).err).toContain('deleted Namespace owned\n')
  })

  test('a Service that is renamed with its node port is refused, and comes when the old one is gone', async () => {
    const clone = await aClone('renamed')
    await clone.commit({ 'clusters/blue/a.yaml': map('fine'), 'clusters/blue/b.yaml': service('old') })
    expect(await clone.apply()).toMatchObject({ code: 0 })
    await clone.commit({ 'clusters/blue/b.yaml': service('new') })
    const refused = await clone.apply()
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('refused Service default/new: spec.ports[0].nodePort:'),
    ])
    await clone.commit({ 'clusters/blue/b.yaml': undefined })
    expect((await clone.apply()).err).toContain('deleted Service default/old\n')
    await clone.commit({ 'clusters/blue/b.yaml': service('new') })
    expect((await clone.apply()).err).toContain('created Service default/new\n')
  })

  test('a run without a namespace for its record is refused, and a value of a Secret is never shown', async () => {
    const clone = await aClone('bad')
    await clone.commit({ 'clusters/blue/a.yaml': map('fine') })
    const nowhere = await clone.apply('--namespace', 'nowhere')
    expect([nowhere.code, nowhere.err]).toEqual([
      2,
      expect.stringContaining('cannot take Lease nowhere/fitout-apply: namespace "nowhere" does not exist\n'),
    ])
    const secret = map('token')
      .replace('ConfigMap', 'Secret')
      .replace('data: {value: one}', 'stringData: hunter2')
    await clone.commit({ 'clusters/blue/b.yaml': secret })
    const end = await clone.apply('--verbose', '-o', 'json')
    expect([end.code, `${end.out}${end.err}`.includes('hunter2')]).toEqual([1, false])
  })
})
