import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AdoptScene } from '#test/cli/adopt-scene.ts'
import { encodeBase64 } from '../../domain/bytes/base64.ts'
import { encodeUtf8 } from '../../domain/bytes/utf8.ts'
import { putByModel } from '../../simulator/models/model-write.ts'
import type { Api } from '../../engine/api/api.ts'
import { ApiError } from '../../engine/api/api-error.ts'

let scene: AdoptScene
let before: ReadonlyMap<string, string>
beforeAll(async () => {
  scene = await AdoptScene.open(['dev/blue', 'prod/green'])
  before = await scene.repository.files()
})
afterAll(async () => scene.close())

function giveKubeconfig(text: string): void {
  putByModel(scene.fleet.management, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'blue-kubeconfig', namespace: 'dev' },
    type: 'cluster.x-k8s.io/secret',
    data: { value: encodeBase64(encodeUtf8(text)) },
  })
}

// Secrets are what people are most often not allowed to read.
function withoutSecrets(api: Api): Api {
  const get: Api['get'] = async (target, options) => {
    if (target.resource.kind !== 'Secret') return api.get(target, options)
    throw new ApiError('Forbidden', { call: 'get Secret' })
  }
  return new Proxy(api, { get: (all, key): unknown => (key === 'get' ? get : Reflect.get(all, key)) })
}

describe('A cluster that cannot be read is named with the reason, and nothing is written:', () => {
  test('one that does not exist', async () => {
    expect(await scene.adopt('blu', { write: true })).toBe(
      'error: there is no cluster blu that you are allowed to read\n',
    )
  })

  test('no cluster at all', async () => {
    expect(await scene.adopt('')).toBe('error: which cluster? Give its name, or -A for all\n')
  })

  test('one whose kubeconfig you are not allowed to get', async () => {
    const said = await scene.adopt('blue', { write: true, management: withoutSecrets })
    expect(said).toBe(
      'error: cannot read cluster dev/blue: you are not allowed to get Secret dev/blue-kubeconfig\n',
    )
  })

  test('one whose kubeconfig is none, which is not shown', async () => {
    giveKubeconfig('users: [{name: a, user: {token: dont-show-me}}]\n')
    const said = await scene.adopt('blue', { write: true })
    expect(said).toMatch(
      /^error: cannot read cluster dev\/blue: Secret dev\/blue-kubeconfig: the kubeconfig cannot be used: /,
    )
    expect(said).not.toContain('dont-show-me')
  })

  test('one that does not answer; in a table it is the last row', async () => {
    scene.fleet.workloads.delete('prod/green')
    const said = await scene.adopt('green', { write: true })
    expect(said).toMatch(/^error: cannot read cluster prod\/green: /)
    const table = await scene.adopt('', { 'all-namespaces': true, output: 'md' })
    expect(table).toMatch(/\| prod\/green \| not read \| not read \| - \| - \| - \| .+ \|\n/)
    expect(table).toContain('(exit 0)')
  })

  test('all of them with --check', async () => {
    expect(await scene.adopt('', { 'all-namespaces': true, check: true })).toContain('(exit 1)')
  })

  test('an undo of what was not adopted, and of what is no cluster', async () => {
    expect(await scene.adopt('dev/blue', { undo: true })).toBe(
      'error: nothing to undo for dev/blue: there is no .fitout/adopted/dev/blue.yaml\n',
    )
    expect(await scene.adopt('../../x', { undo: true })).toBe(
      'error: "../../x" is not a cluster: give it as namespace/name\n',
    )
    expect(await scene.adopt('dev/blue', { undo: true, write: true })).toBe(
      'error: give --write or --undo, not both\n',
    )
  })

  test('and the repository is as it was', async () => {
    expect(await scene.repository.files()).toEqual(before)
  })
})
