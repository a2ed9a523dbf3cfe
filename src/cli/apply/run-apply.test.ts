import { beforeEach, describe, expect, test } from 'vitest'
import {
  ApplyBench,
  configMaps,
  definitionText,
  mapText,
  namespaceText,
  widgetText,
} from '#test/apply/apply-bench.ts'
import { ApplyScene, type JobEnd } from '#test/apply/apply-scene.ts'
import { RECORD_NAME } from '../../domain/apply/record.ts'
import type { Api } from '../../engine/api/api.ts'

const golden = '../../../test/golden/cli'

let bench: ApplyBench
beforeEach(() => {
  bench = new ApplyBench()
})

const shown = (typed: string, { exitCode, out, err }: JobEnd): string =>
  `$ ${typed}\n${out}${err.replaceAll(/^(?=.)/gm, '> ')}(exit ${exitCode})\n`

describe('A commit', () => {
  test('is shown by a dry run, applied in order, applied again as a difference, and left alone the third time', async () => {
    const files = {
      'clusters/blue/all.yaml': [
        widgetText,
        mapText('web/config'),
        definitionText,
        namespaceText('web'),
      ].join('---\n'),
    }
    bench.push(files)
    const dry = await bench.apply({ flags: { 'dry-run': true } })
    const before = bench.scene.store.revision
    const first = await bench.apply()
    bench.push({
      ...files,
      'clusters/blue/all.yaml': [widgetText.replace('3', '4'), definitionText, namespaceText('web')].join(
        '---\n',
      ),
    })
    const dryAgain = await bench.apply({ flags: { 'dry-run': true } })
    const second = await bench.apply({ flags: { output: 'json' } })
    const third = await bench.apply()
    expect(before).toBe(new ApplyScene().store.revision)
    const text = [
      shown('fitout apply --cluster blue --dry-run', dry),
      shown('fitout apply --cluster blue', first),
      shown('fitout apply --cluster blue --dry-run', dryAgain),
      shown('fitout apply --cluster blue -o json', second),
      shown('fitout apply --cluster blue', third),
    ].join('\n')
    await expect(text).toMatchFileSnapshot(`${golden}/apply.txt`)
    expect(bench.find('example.com/v1 Widget', 'web/w')?.['spec']).toEqual({ size: 4 })
    expect(bench.find('v1 ConfigMap', 'web/config')).toBeUndefined()
  })

  test('is read from the folder of the cluster and from that of all clusters', async () => {
    bench.push({
      'clusters/blue-green/x.yaml': mapText('default/of-blue-green'),
      'clusters/flux-common/blue-x.yaml': mapText('default/x', 'one', ', labels: {fitout.dev/cluster: blue}'),
      'clusters/flux-common/blue-green-x.yaml': mapText(
        'default/other',
        'one',
        ', labels: {fitout.dev/cluster: blue-green}',
      ),
    })
    expect((await bench.apply()).err).toContain('2 created')
    expect(bench.find('v1 ConfigMap', 'default/x')).toBeDefined()
  })

  test('is taken rendered, from standard input, with what has left it deleted', async () => {
    bench.push({})
    await bench.apply({ paths: ['-'], stdin: [mapText('default/a'), mapText('default/b')].join('---\n') })
    bench.push({})
    const { err } = await bench.apply({ paths: ['-'], stdin: mapText('default/b') })
    expect(err).toContain('deleted ConfigMap default/a\n')
    expect(bench.find('v1 ConfigMap', 'default/anchor')).toBeUndefined()
  })

  test('of an older pipeline is skipped, and applied when that is allowed', async () => {
    const old = bench.push({ 'clusters/blue/a.yaml': mapText('default/a', 'old') })
    const stale = bench.git.clone({ commit: old })
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a', 'new') })
    await bench.apply()
    const skipped = await bench.apply({ repository: stale })
    expect([skipped.exitCode, skipped.err]).toEqual([
      0,
      expect.stringMatching(
        /^skipped: the cluster has commit \w{8}, which is newer than \w{8} and contains it; --allow-rollback goes back\n$/,
      ),
    ])
    expect(bench.data('default/a')).toEqual({ value: 'new' })
    await bench.apply({ repository: stale, flags: { 'allow-rollback': true } })
    expect(bench.data('default/a')).toEqual({ value: 'old' })
  })

  test('is taken under the new name of a cluster that was renamed in its record, with what it had before', async () => {
    const files = {
      'clusters/blue/a.yaml': mapText('default/a'),
      'clusters/blue/b.yaml': mapText('default/b'),
    }
    bench.push(files)
    await bench.apply()
    const data = { ...bench.record(), cluster: 'green' }
    await bench.change(`kube-system/${RECORD_NAME}`, found => ({ ...found, data }))
    bench.git.push(bench.git.commit({ 'clusters/green/a.yaml': mapText('default/a', 'two') }))
    const { exitCode, err } = await bench.apply({ flags: { cluster: 'green' } })
    expect([exitCode, err]).toEqual([0, expect.stringContaining('1 configured, 2 deleted')])
    expect(bench.find('v1 ConfigMap', 'default/a')?.metadata.annotations).toEqual({
      'fitout.dev/applied-by': 'kube-system/green',
    })
  })

  test('takes fields over from other managers, and says so', async () => {
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a', 'old') })
    await bench.apply()
    await bench.change('default/a', found => ({ ...found, data: { value: 'theirs' } }), 'kubectl-edit')
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a', 'new') })
    expect((await bench.apply()).err).toContain(
      'configured ConfigMap default/a: took fields over: conflict with "kubectl-edit": .data.value\n',
    )
    expect(bench.data('default/a')).toEqual({ value: 'new' })
  })

  test('is only looked at by a dry run, also where fields would be taken over and objects deleted', async () => {
    bench.push({
      'clusters/blue/a.yaml': mapText('default/a', 'old'),
      'clusters/blue/b.yaml': mapText('default/b'),
    })
    await bench.apply()
    await bench.change('default/a', found => ({ ...found, data: { value: 'theirs' } }), 'kubectl-edit')
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a', 'new') })
    const before = bench.scene.store.revision
    const { exitCode, err } = await bench.apply({ flags: { 'dry-run': true } })
    expect([exitCode, err]).toEqual([
      0,
      expect.stringContaining(
        'configured ConfigMap default/a (dry run): took fields over: conflict with "kubectl-edit": .data.value\ndeleted ConfigMap default/b (dry run)\n',
      ),
    ])
    expect(bench.scene.store.revision).toBe(before)
  })

  test('waits for an object that is being deleted, and writes nothing to it', async () => {
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a') })
    await bench.apply()
    await bench.change('default/a', found => ({
      ...found,
      metadata: { ...found.metadata, finalizers: ['example.com/hold'] },
    }))
    await bench.scene.store.api('somebody').delete({ resource: configMaps, namespace: 'default', name: 'a' })
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a', 'two') })
    const dying: boolean[] = []
    const between = (api: Api): Api => ({
      ...api,
      apply: (resource, object, call) => {
        const live = bench.find('v1 ConfigMap', `default/${object.metadata.name}`)
        dying.push(live?.metadata.deletionTimestamp !== undefined)
        return api.apply(resource, object, call)
      },
    })
    const release = bench.scene.clock
      .sleep(10_000)
      .then(() =>
        bench.change('default/a', found => ({ ...found, metadata: { ...found.metadata, finalizers: [] } })),
      )
    const { exitCode, err } = await bench.apply({ between })
    await release
    expect([exitCode, err]).toEqual([0, expect.stringContaining('created ConfigMap default/a\n')])
    expect(dying).not.toContain(true)
    expect(bench.data('default/a')).toEqual({ value: 'two' })
  })

  test('with an object whose name would move the cursor of a terminal shows it without', async () => {
    bench.push({ 'clusters/blue/a.yaml': mapText('default/"a\\e[2Jb"') })
    const { exitCode, err } = await bench.apply()
    expect([exitCode, err.includes('\u001B')]).toEqual([1, false])
    expect(err).toContain('refused ConfigMap default/a')
  })

  test('never shows the value of a Secret, also when the server refuses it', async () => {
    const secret = mapText('default/s')
      .replace('ConfigMap', 'Secret')
      .replace('data: {value: one}', 'stringData: {value: hunter2}')
    bench.push({ 'clusters/blue/s.yaml': secret })
    const first = await bench.apply({ flags: { output: 'json' } })
    bench.push({ 'clusters/blue/s.yaml': `${secret.replace('hunter2', 'hunter3')}type: other\n` })
    const second = await bench.apply({ flags: { output: 'json' } })
    expect([first.exitCode, second.exitCode]).toEqual([0, 1])
    expect(
      JSON.stringify([first, second, bench.find('v1 ConfigMap', `kube-system/${RECORD_NAME}`)]),
    ).not.toMatch(/hunter/)
  })
})

/** A way on which no definition says that its kind is served. */
const neverEstablished = (api: Api): Api => ({
  ...api,
  get: async (ref, call) => {
    const found = await api.get(ref, call)
    return ref.resource.kind === 'CustomResourceDefinition' ? { ...found, status: {} } : found
  },
})

describe('A commit is not applied as a whole', () => {
  test('when the server refuses an object: the rest is applied, the commit does not count, the next run goes on', async () => {
    bench.push({})
    await bench.apply()
    const first = bench.record()?.['commit']
    bench.push({
      'clusters/blue/a.yaml': mapText('default/a', 'one', ', labels: {color: "not a label!"}'),
      'clusters/blue/b.yaml': mapText('default/b'),
    })
    const { exitCode, err } = await bench.apply()
    expect([exitCode, err]).toEqual([
      1,
      expect.stringMatching(
        /refused ConfigMap default\/a: .* \(clusters\/blue\/a.yaml:1:1\)\ncreated ConfigMap default\/b\nerror: commit \w{8} is not applied to cluster blue as a whole: 1 created, 1 unchanged, 1 refused\n$/,
      ),
    ])
    expect(bench.record()).toMatchObject({ commit: first, attempt: bench.git.tip })
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a'), 'clusters/blue/b.yaml': mapText('default/b') })
    expect((await bench.apply()).err).toContain('1 created, 2 unchanged')
    expect(bench.record()).toMatchObject({ commit: bench.git.tip })
  })

  test('when its kind is not served, or its namespace is not there', async () => {
    bench.push({ 'clusters/blue/w.yaml': [widgetText, mapText('nowhere/a')].join('---\n') })
    const { exitCode, err } = await bench.apply()
    expect(exitCode).toBe(1)
    expect(err).toContain(
      'refused ConfigMap nowhere/a: namespace "nowhere" does not exist; if Git has it, --all makes it again (clusters/blue/w.yaml:6:1)\n',
    )
    expect(err).toContain(
      'refused Widget web/w: the server does not serve Widget of example.com/v1; if Git has its CustomResourceDefinition, --all makes it again (clusters/blue/w.yaml:1:1)\n',
    )
  })

  test('when an object is refused: the same commit applies it as soon as the server accepts it', async () => {
    bench.push({ 'clusters/blue/a.yaml': mapText('later/a') })
    expect((await bench.apply()).exitCode).toBe(1)
    bench.scene.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'later' } })
    expect((await bench.apply()).err).toContain('created ConfigMap later/a\n')
    expect(bench.data('later/a')).toEqual({ value: 'one' })
  })

  test('when a user has deleted what it needs: --all makes it again', async () => {
    const files = { 'clusters/blue/web.yaml': [namespaceText('web'), mapText('web/a')].join('---\n') }
    bench.push(files)
    await bench.apply()
    const namespaces = {
      group: '',
      version: 'v1',
      kind: 'Namespace',
      plural: 'namespaces',
      scope: 'Cluster',
    } as const
    await bench.scene.store.api('somebody').delete({ resource: namespaces, name: 'web' })
    await bench.scene.clock.runUntil(() => bench.find('v1 Namespace', 'web') === undefined, 60_000)
    bench.push({ 'clusters/blue/web.yaml': [namespaceText('web'), mapText('web/a', 'two')].join('---\n') })
    expect((await bench.apply()).err).toContain(
      'refused ConfigMap web/a: namespace "web" does not exist; if Git has it, --all makes it again (',
    )
    expect((await bench.apply({ flags: { all: true } })).exitCode).toBe(0)
    expect(bench.data('web/a')).toEqual({ value: 'two' })
  })

  test('when a kind is not established in time, and says so', async () => {
    bench.push({ 'clusters/blue/w.yaml': [definitionText, mapText('default/a')].join('---\n') })
    const { exitCode, err } = await bench.apply({ between: neverEstablished, flags: { timeout: '1m' } })
    expect([exitCode, err.split('\n').slice(1, -1)]).toEqual([
      3,
      [
        'created CustomResourceDefinition widgets.example.com',
        'refused CustomResourceDefinition widgets.example.com: it was not established in time (clusters/blue/w.yaml:1:1)',
        expect.stringContaining('as a whole: 1 created, 1 refused'),
      ],
    ])
  })

  test('when another record has an object', async () => {
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a') })
    await bench.apply({ flags: { namespace: 'kube-public' } })
    const { exitCode, err } = await bench.apply()
    expect([exitCode, err]).toEqual([
      1,
      expect.stringContaining('refused ConfigMap default/a: it is applied by "kube-public/blue" ('),
    ])
  })

  test('when it is asked to end, and continues when it is run again', async () => {
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a'), 'clusters/blue/b.yaml': mapText('default/b') })
    const { promise: stopped, resolve } = Promise.withResolvers<void>()
    const between = (api: Api): Api => ({
      ...api,
      apply: async (...words) => {
        const applied = await api.apply(...words)
        resolve()
        return applied
      },
    })
    const { exitCode, err } = await bench.apply({ stopped, between })
    expect([exitCode, err]).toEqual([
      130,
      expect.stringContaining('error: interrupted; run it again to continue where it stopped\n'),
    ])
    const lease = bench.find('coordination.k8s.io/v1 Lease', `kube-system/${RECORD_NAME}`)
    expect(lease?.['spec']).toMatchObject({ holderIdentity: '' })
    expect((await bench.apply()).err).toContain('2 created, 1 unchanged')
  })
})
