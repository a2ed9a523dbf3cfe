import { beforeEach, describe, expect, test } from 'vitest'
import {
  ApplyBench,
  configMaps,
  definitionText,
  mapText,
  namespaceText,
  widgetText,
} from '#test/apply/apply-bench.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'

const widgets = {
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
} as const

let bench: ApplyBench
beforeEach(() => {
  bench = new ApplyBench()
})

describe('What has left Git', () => {
  test('stays if someone has made it again under the same name', async () => {
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a') })
    await bench.apply()
    const api = bench.scene.store.api('somebody')
    await api.delete({ resource: configMaps, namespace: 'default', name: 'a' })
    bench.scene.put({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace: 'default' },
      data: { mine: 'x' },
    })
    bench.push({})
    expect((await bench.apply()).err).toContain('released ConfigMap default/a: another owner keeps it\n')
    expect(bench.data('default/a')).toEqual({ mine: 'x' })
    expect(bench.record()?.['objects']).not.toContain('"a"')
  })

  const keepers = [
    {
      name: 'Flux has taken it over',
      metadata: {
        labels: {
          'kustomize.toolkit.fluxcd.io/name': 'apps',
          'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
        },
      },
      why: 'Flux Kustomization flux-system/apps keeps it',
    },
    {
      name: 'Helm has taken it over',
      metadata: { annotations: { 'meta.helm.sh/release-name': 'web' } },
      why: 'Helm release "web" keeps it',
    },
    {
      name: 'another record has it',
      metadata: { annotations: { 'fitout.dev/applied-by': 'team-a/blue' } },
      why: 'another owner keeps it',
    },
    {
      name: 'it says so',
      metadata: { annotations: { 'fitout.dev/prune': 'disabled' } },
      why: 'its annotation fitout.dev/prune says so',
    },
  ]
  test.for(keepers)('stays if $name', async ({ metadata, why }) => {
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a') })
    await bench.apply()
    await bench.change('default/a', found => {
      const annotations = { ...found.metadata.annotations, ...metadata.annotations }
      return { ...found, metadata: { ...found.metadata, ...metadata, annotations } }
    })
    bench.push({})
    expect((await bench.apply()).err).toContain(`released ConfigMap default/a: ${why}\n`)
    expect(bench.find('v1 ConfigMap', 'default/a')).toBeDefined()
  })

  test('stays as long as others have something in it, and goes with the next run', async () => {
    bench.push({ 'clusters/blue/web.yaml': [namespaceText('web'), definitionText, widgetText].join('---\n') })
    await bench.apply()
    bench.scene.put({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'theirs', namespace: 'web' },
      data: {},
    })
    bench.push({})
    const kept = await bench.apply()
    expect([kept.exitCode, kept.err]).toEqual([
      0,
      expect.stringContaining(
        'kept Namespace web: it holds ConfigMap web/theirs, which would be deleted with it\n',
      ),
    ])
    await bench.scene.store.api('somebody').delete({ resource: configMaps, namespace: 'web', name: 'theirs' })
    expect((await bench.apply()).err).toContain('deleted Namespace web\n')
    expect(bench.find('v1 Namespace', 'web')).toBeUndefined()
  })

  test('is not deleted before the new objects are there', async () => {
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a') })
    await bench.apply()
    bench.push({ 'clusters/blue/a.yaml': mapText('default/b', 'one', ', labels: {"not a label!": x}') })
    expect((await bench.apply()).exitCode).toBe(1)
    expect(bench.find('v1 ConfigMap', 'default/a')).toBeDefined()
  })

  test('is waited for, and is finished by the next run', async () => {
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a', 'one', ', finalizers: [example.com/held]') })
    await bench.apply()
    bench.push({})
    const late = await bench.apply({ flags: { timeout: '10s' } })
    expect([late.exitCode, late.err]).toEqual([
      3,
      expect.stringContaining('kept ConfigMap default/a: it is being deleted, and was not gone in time\n'),
    ])
    await bench.change('default/a', found => ({ ...found, metadata: { ...found.metadata, finalizers: [] } }))
    const { exitCode, err } = await bench.apply()
    expect([exitCode, err]).toEqual([0, expect.stringContaining('continuing with commit')])
    expect(bench.record()?.['objects']).not.toContain('"a"')
  })

  test('goes after what it serves is gone: not the controller, the kind and the namespace of an object that is held', async () => {
    const held = widgetText.replace('namespace: web', 'namespace: web, finalizers: [example.com/held]')
    const parts = [namespaceText('web'), definitionText, mapText('web/controller'), held]
    bench.push({ 'clusters/blue/web.yaml': parts.join('---\n') })
    await bench.apply()
    bench.push({})
    const late = await bench.apply({ flags: { timeout: '10s' } })
    expect([late.exitCode, late.err.split('\n').slice(1)]).toEqual([
      3,
      [
        'kept Widget web/w: it is being deleted, and was not gone in time',
        'kept ConfigMap web/controller: it waits until Widget web/w is gone',
        'kept CustomResourceDefinition widgets.example.com: it waits until Widget web/w is gone',
        'kept Namespace web: it waits until Widget web/w is gone',
        `error: commit ${bench.git.tip.slice(0, 8)} is not applied to cluster blue as a whole: 1 unchanged, 4 kept`,
        '',
      ],
    ])
    const api = bench.scene.store.api('somebody')
    const found = await api.get({ resource: widgets, namespace: 'web', name: 'w' })
    const free = { ...found, metadata: { ...found.metadata, finalizers: [] } }
    await api.update(widgets, free, { fieldManager: 'controller' })
    expect((await bench.apply()).err).toContain('1 unchanged, 4 deleted')
    expect(bench.find('v1 Namespace', 'web')).toBeUndefined()
  })

  const refusals = [
    { name: 'you are not allowed to delete it', code: 'Forbidden', exitCode: 4 },
    { name: 'policy "keep" denies it', code: 'Denied', exitCode: 1 },
  ] as const
  test.for(refusals)('stays, and the commit does not count, if $name', async ({ name, code, exitCode }) => {
    bench.push({ 'clusters/blue/a.yaml': mapText('default/a') })
    await bench.apply()
    const first = bench.git.tip
    bench.push({})
    const between = (api: Api): Api => ({
      ...api,
      delete: async () => {
        throw new ApiError(code, { call: 'delete', ...(code === 'Denied' ? { detail: name } : {}) })
      },
    })
    const end = await bench.apply({ between })
    expect([end.exitCode, end.err]).toEqual([
      exitCode,
      expect.stringContaining(`kept ConfigMap default/a: ${name}\n`),
    ])
    expect(bench.record()).toMatchObject({ commit: first, attempt: bench.git.tip })
    expect((await bench.apply()).err).toContain('deleted ConfigMap default/a\n')
    expect(bench.record()).toMatchObject({ commit: bench.git.tip })
  })

  const owners = [
    {
      name: 'stays with what a cluster-wide object of someone owns',
      isThere: true,
      want: 'kept Namespace web: it holds ConfigMap web/theirs',
    },
    {
      name: 'goes with what an object owned that is gone, since it is going too',
      isThere: false,
      want: 'deleted Namespace web\n',
    },
  ]
  test.for(owners)('$name', async ({ isThere, want }) => {
    bench.push({ 'clusters/blue/web.yaml': namespaceText('web') })
    await bench.apply()
    const owner = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name: 'owner' }
    if (isThere) bench.scene.put({ ...owner, metadata: { name: 'owner' } })
    const uid = bench.find('rbac.authorization.k8s.io/v1 ClusterRole', 'owner')?.metadata.uid ?? 'gone'
    const metadata = { name: 'theirs', namespace: 'web', ownerReferences: [{ ...owner, uid }] }
    bench.scene.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: {} })
    bench.push({})
    expect((await bench.apply()).err).toContain(want)
  })

  test('is a kind, and stays while objects of it have an owner that stays', async () => {
    bench.push({ 'clusters/blue/web.yaml': definitionText })
    await bench.apply()
    bench.scene.put({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'owner', namespace: 'default' },
      data: {},
    })
    const uid = bench.find('v1 ConfigMap', 'default/owner')?.metadata.uid ?? ''
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }]
    bench.scene.put({
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'theirs', namespace: 'default', ownerReferences },
    })
    bench.push({})
    expect((await bench.apply()).err).toContain(
      'kept CustomResourceDefinition widgets.example.com: it holds Widget default/theirs, which would be deleted with it\n',
    )
    expect(bench.find('example.com/v1 Widget', 'default/theirs')).toBeDefined()
  })

  test('is shown by a dry run as it would be: kept for what others have in it, deleted with what goes along', async () => {
    const parts = [namespaceText('empty'), mapText('empty/a'), namespaceText('web'), mapText('web/a')]
    bench.push({ 'clusters/blue/web.yaml': parts.join('---\n') })
    await bench.apply()
    bench.scene.put({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'theirs', namespace: 'web' },
      data: {},
    })
    bench.push({})
    const { err } = await bench.apply({ flags: { 'dry-run': true } })
    expect(err.split('\n').slice(1, -1)).toEqual([
      'deleted ConfigMap web/a (dry run)',
      'deleted ConfigMap empty/a (dry run)',
      'kept Namespace web (dry run): it holds ConfigMap web/theirs, which would be deleted with it',
      'deleted Namespace empty (dry run)',
      expect.stringContaining('1 unchanged, 3 deleted, 1 kept; nothing was changed'),
    ])
  })

  test('stays if Kubernetes itself needs it: the namespaces that every cluster has', async () => {
    bench.push({ 'clusters/blue/web.yaml': namespaceText('kube-node-lease') })
    await bench.apply()
    bench.push({})
    expect((await bench.apply()).err).toContain(
      'released Namespace kube-node-lease: Kubernetes itself needs it\n',
    )
    expect(bench.find('v1 Namespace', 'kube-node-lease')).toBeDefined()
  })

  const faults = [
    {
      name: 'you are not allowed to look at it',
      verb: 'get',
      code: 'Forbidden',
      exitCode: 4,
      why: 'you are not allowed to get it',
    },
    {
      name: 'the server fails',
      verb: 'delete',
      code: 'ServerError',
      exitCode: 1,
      why: 'the server responds with ServerError',
    },
    {
      name: 'a user writes to it all the time',
      verb: 'delete',
      code: 'Conflict',
      exitCode: 1,
      why: 'another client keeps changing it',
    },
  ] as const
  test.for(faults)(
    'stays alone, and what else was done counts, if $name',
    async ({ verb, code, exitCode, why }) => {
      bench.push({ 'clusters/blue/a.yaml': [mapText('default/a'), mapText('default/b')].join('---\n') })
      await bench.apply()
      bench.push({})
      const between = (api: Api): Api => ({
        ...api,
        [verb]: async (...words: Parameters<Api['get']>) => {
          if (words[0].name !== 'a') return api[verb](...words)
          throw new ApiError(code, { call: verb })
        },
      })
      const end = await bench.apply({ between })
      expect([end.exitCode, end.err]).toEqual([
        exitCode,
        expect.stringContaining(`kept ConfigMap default/a: ${why}\n`),
      ])
      expect(end.err).toContain('deleted ConfigMap default/b\n')
      expect(bench.record()?.['objects']).not.toContain('"b"')
      expect((await bench.apply()).err).toContain('deleted ConfigMap default/a\n')
    },
  )
})
