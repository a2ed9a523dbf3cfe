import { beforeEach, describe, expect, test } from 'vitest'
import { ApplyBench, mapText } from '#test/apply/apply-bench.ts'
import type { ApplyJob } from '#test/apply/apply-scene.ts'
import { RECORD_NAME } from '../../domain/apply/record.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'

const RECORD = `kube-system/${RECORD_NAME}`

let bench: ApplyBench
beforeEach(() => {
  bench = new ApplyBench()
})

async function refusedWith(more: Partial<ApplyJob>): Promise<string> {
  const before = bench.scene.store.revision
  const { exitCode, err } = await bench.apply(more)
  expect(bench.scene.store.revision).toBe(before)
  return `${err}(exit ${exitCode})`
}

/** A way on which creating objects of one kind is forbidden. */
const withoutCreating =
  (kind: string) =>
  (api: Api): Api => ({
    ...api,
    create: async (resource, ...words) => {
      if (resource.kind !== kind) return api.create(resource, ...words)
      throw new ApiError('Forbidden', { call: `create ${resource.kind}` })
    },
  })

/** A way on which the answer to every update is lost, but for those of the lease. */
const withoutAnswer = (own: Api): Api => ({
  ...own,
  update: async (resource, ...words) => {
    const written = await own.update(resource, ...words)
    if (resource.kind === 'Lease') return written
    throw new ApiError('Timeout', { call: 'update ConfigMap' })
  },
})

describe('Nothing is done', () => {
  test('without a cluster, with a name that is none, with a wrong time', async () => {
    bench.push({})
    expect(await refusedWith({ flags: { cluster: undefined } })).toBe(
      'error: flag "--cluster" is missing: give the name of the cluster\ntry: fitout apply --help\n(exit 2)',
    )
    expect(await refusedWith({ flags: { cluster: '../x' } })).toContain('"../x" is not the name of a cluster')
    expect(await refusedWith({ flags: { timeout: 'soon' } })).toContain('"soon" is not a duration such as 5m')
    expect(await refusedWith({ paths: ['../x'] })).toContain(
      'cannot apply ../x: it is not in this repository',
    )
    expect(await refusedWith({ paths: ['-', 'x'] })).toContain('give no path with it')
  })

  test('when Git has nothing for the cluster, unless that is meant', async () => {
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a') })
    await bench.apply()
    bench.git.push(bench.git.commit({ 'clusters/blue/anchor.yaml': '# empty\n' }))
    const empty = await bench.apply()
    expect(empty.err).toContain(
      'error: cannot apply: Git has no object for cluster "blue", so all of it would be deleted\n',
    )
    bench.git.push(bench.git.commit({ 'README.md': '' }))
    expect(await refusedWith({})).toContain(
      'cannot apply clusters/blue: it is not in the commit that is checked out',
    )
    expect((await bench.apply({ flags: { 'allow-empty': true } })).err).toContain('2 deleted')
  })

  test('when the folder of all clusters is not in the commit: all from there would be deleted', async () => {
    bench.push({})
    expect(await refusedWith({ flags: { shared: 'clusters/comon' } })).toBe(
      `error: cannot apply clusters/comon: it is not in the commit that is checked out
fix: correct or remove --shared; use --allow-empty if it was removed on purpose
(exit 2)`,
    )
  })

  test('when the namespace of the record is not there', async () => {
    bench.push({})
    expect(await refusedWith({ flags: { namespace: 'nowhere' } })).toBe(
      `error: cannot take Lease nowhere/fitout-apply: namespace "nowhere" does not exist
fix: create it, or name another one with --namespace
(exit 2)`,
    )
  })

  test('when manifests are wrong', async () => {
    bench.push({ 'clusters/blue/a.yaml': 'a: [' })
    expect(await refusedWith({})).toBe(
      'clusters/blue/a.yaml:1:5: error: expected a value  BAD_YAML\nerror: cannot apply: 1 error; nothing was changed\n(exit 2)',
    )
  })

  test('when Git has the very objects in which the cluster keeps what it has taken', async () => {
    bench.push({
      'clusters/blue/a.yaml': mapText(RECORD),
      'clusters/blue/b.yaml': mapText(`${RECORD}-0123456789abcdef`),
      'clusters/blue/c.yaml':
        'apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {name: fitout-apply, namespace: kube-system}\n',
      'clusters/blue/d.yaml': mapText('default/fitout-apply'),
    })
    const fix = '  fix: remove it; --namespace keeps the record in another namespace'
    const why = 'is the record of fitout apply itself  RESERVED_NAME'
    expect(await refusedWith({})).toBe(
      [
        `clusters/blue/a.yaml:1:1: error: ConfigMap kube-system/fitout-apply ${why}`,
        fix,
        `clusters/blue/b.yaml:1:1: error: ConfigMap kube-system/fitout-apply-0123456789abcdef ${why}`,
        fix,
        `clusters/blue/c.yaml:1:1: error: Lease kube-system/fitout-apply ${why}`,
        fix,
        'error: cannot apply: 3 errors; nothing was changed',
        '(exit 2)',
      ].join('\n'),
    )
  })

  test('when the cluster is another one', async () => {
    bench.push({ 'clusters/green/a.yaml': mapText('default/a') })
    await bench.apply()
    const { exitCode, err } = await bench.apply({ flags: { cluster: 'green' } })
    expect([exitCode, err]).toEqual([
      1,
      expect.stringContaining(
        'cannot apply: this cluster has commits of cluster "blue", not of "green"; is it the right kubeconfig?',
      ),
    ])
    expect(bench.find('v1 ConfigMap', 'default/a')).toBeUndefined()
  })

  test('when the record is damaged', async () => {
    bench.push({})
    await bench.apply()
    await bench.change(RECORD, found => ({ ...found, data: { ...bench.record(), objects: 'x' } }))
    const { exitCode, err } = await bench.apply()
    expect([exitCode, err]).toEqual([
      1,
      expect.stringContaining('it is damaged, or written by a newer fitout'),
    ])
  })

  test('when another client writes the record meanwhile', async () => {
    bench.push({})
    await bench.apply()
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a') })
    const between = (own: Api): Api => ({
      ...own,
      apply: async (...words) => {
        await bench.change(RECORD, found => ({
          ...found,
          metadata: { ...found.metadata, labels: { x: 'y' } },
        }))
        return own.apply(...words)
      },
    })
    const { exitCode, err } = await bench.apply({ between })
    expect([exitCode, err]).toEqual([
      1,
      expect.stringContaining('another client wrote ConfigMap kube-system/fitout-apply in the meantime'),
    ])
  })

  test('twice, when only the answer to its last write is lost: the next run finds it done', async () => {
    bench.push({})
    const { exitCode, err } = await bench.apply({ between: withoutAnswer })
    expect([exitCode, err]).toEqual([4, expect.not.stringContaining('another owner')])
    expect((await bench.apply()).err).toMatch(/^the cluster has commit .*\napplied commit .*: 1 unchanged\n$/)
  })

  test('when the permission for the lease is missing', async () => {
    bench.push({})
    const between = withoutCreating('Lease')
    expect(await refusedWith({ between }))
      .toBe(`error: cannot take Lease kube-system/fitout-apply: you are not allowed to update leases in namespace "kube-system"
fix: request this permission; docs/guides/operations.md lists what each command needs
try: kubectl --context blue auth can-i update leases --namespace kube-system
(exit 4)`)
  })

  test('when the permission for the record is missing', async () => {
    bench.push({})
    const between = withoutCreating('ConfigMap')
    const { exitCode, err } = await bench.apply({ between })
    expect([exitCode, err]).toEqual([
      4,
      expect.stringContaining(
        'error: cannot keep a record: you are not allowed to create and update configmaps in namespace "kube-system"\n',
      ),
    ])
    expect(bench.find('v1 ConfigMap', 'default/anchor')).toBeUndefined()
  })

  test('while another run holds the lease', async () => {
    bench.push({})
    await bench.apply()
    const api = bench.scene.store.api('other')
    const leases = {
      group: 'coordination.k8s.io',
      version: 'v1',
      kind: 'Lease',
      plural: 'leases',
      scope: 'Namespaced',
    } as const
    const renew = async (): Promise<void> => {
      const lease = await api.get({ resource: leases, namespace: 'kube-system', name: RECORD_NAME })
      const spec = {
        holderIdentity: 'GitLab job 4711',
        renewTime: new Date(bench.scene.clock.now()).toISOString().replace('Z', '000Z'),
      }
      await api.update(leases, { ...lease, spec }, { fieldManager: 'x' })
      bench.scene.clock.after(10_000, () => void renew())
    }
    await renew()
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a') })
    const { exitCode, err } = await bench.apply({ flags: { timeout: '2m' } })
    expect([exitCode, err]).toEqual([
      3,
      `waiting: GitLab job 4711 applies to this cluster
error: cannot apply: GitLab job 4711 did not finish in time
try: kubectl --namespace kube-system get lease fitout-apply -o yaml
`,
    ])
    expect(bench.find('v1 ConfigMap', 'default/a')).toBeUndefined()
  })
})
