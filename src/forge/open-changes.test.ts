import { expect, test } from 'vitest'
import { CANARY } from '#test/forge/forge-dialect.ts'
import { GitModel, plainFile } from '#test/forge/git-model.ts'
import { serveForge } from '#test/forge/serve-forge.ts'
import { openChanges, type ChangeMemory } from './open-changes.ts'
import { openHost } from './open-host.ts'

test.each(['gitlab', 'github', 'gitea'] as const)(
  'On %s, open requests that touch the fleet are listed with their clusters, and looked into once',
  async kind => {
    const model = new GitModel({ 'README.md': 'a' })
    const capi = 'infrastructure/control-plane-cluster/capi'
    const open = (branch: string, paths: readonly string[]) => {
      for (const path of paths) model.push(branch, path, plainFile(branch))
      model.open({ branch, base: 'main', title: branch, body: '' })
    }
    open('one', ['README.md'])
    open('two', [`${capi}/dev/b/cluster.yaml`, `${capi}/dev/a/sync.yaml`, `${capi}/dev/kustomization.yaml`])
    open('three', ['infrastructure/sources/flux.yaml', 'README.md'])
    const forge = await serveForge(kind, model)
    try {
      const access = {
        kind,
        url: new URL(forge.url),
        project: 'platform/fleet',
        token: CANARY,
        tokenName: 'T',
      }
      const host = openHost(access, { timeoutMs: 60_000, sleep: () => Promise.resolve() })
      const memory: ChangeMemory = new Map()
      const list = async () =>
        (await openChanges(host, 'main', memory)).map(({ request, clusters }) => [request.title, clusters])
      const want = [
        ['three', []],
        ['two', ['dev/a', 'dev/b']],
      ]
      expect(await list()).toEqual(want)
      const calls = forge.calls.length
      expect(await list()).toEqual(want)
      expect(forge.calls.length - calls).toBe(1)
      model.merge(2)
      expect(await list()).toEqual([['three', []]])
      expect(memory.size).toBe(2)
      expect(forge.faults).toEqual([])
    } finally {
      forge.close()
    }
  },
)
