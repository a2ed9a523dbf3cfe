import { describe, expect, test } from 'vitest'
import { queryFor } from '../../domain/proof/read/query.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import { type Api, apiVersionOf } from '../../engine/api/api.ts'
import { MemoryBudget } from '../../engine/budget/memory-budget.ts'
import { manualClock } from '#test/engine/manual-clock.ts'
import { aCluster, clusters } from '#test/engine/sample-objects.ts'
import { SampleServer } from '#test/engine/sample-server.ts'
import { selectionLimits, viewMemory } from './view-budget.ts'
import { WorkloadView } from './workload-view.ts'

const { resource } = clusters
const all = queryFor({
  on: 'Workload',
  apiVersion: apiVersionOf(resource),
  kind: resource.kind,
  namespace: undefined,
  select: { by: 'all' },
})
const byNames = (...names: readonly string[]) =>
  queryFor({ ...all, namespace: 'prod', select: { by: 'names', names } })
const inStaging = (...names: readonly string[]) =>
  queryFor({ ...all, namespace: 'staging', select: { by: 'names', names } })
const tooLarge = {
  kind: 'unread',
  reason: 'API server sends more data than Fitout keeps for one cluster',
  readError: 'TooLarge',
  unheardMs: 0,
}

function aView({ isLimited = false } = {}) {
  const server = new SampleServer()
  const clock = manualClock()
  const memory = new MemoryBudget(viewMemory)
  const share = memory.share()
  // The sample server knows nothing of selections; of one by name there is but one page.
  const list: Api['list'] = async (selection, call) => {
    const name = selection.fields?.replace('metadata.name=', '')
    if (selection.namespace === undefined && isLimited) throw new ApiError('Forbidden', { call: 'list' })
    const { namespace } = selection
    const page = await server.api.list(selection, name === undefined ? call : {})
    return {
      ...page,
      items: page.items.filter(
        ({ metadata }) =>
          metadata.name === (name ?? metadata.name) &&
          metadata.namespace === (namespace ?? metadata.namespace),
      ),
    }
  }
  const api = { ...server.api, list, discover: async () => [resource] }
  const wakes: number[] = []
  const view = new WorkloadView(
    { clock, random: () => 0.5 },
    { api, close: () => undefined, connections: () => 1 },
    { onChange: () => void wakes.push(clock.elapsed()), memory: share },
  )
  const read = async (fresh = false, query = all) => {
    const answer = view.read(query, { fresh })
    await clock.advance(0)
    return answer
  }
  const fill = (count: number) => {
    for (let index = 0; index < count; index += 1) server.put(aCluster(`c${index}`))
  }
  return { server, clock, memory, share, view, read, fill, wakes }
}

function openWatches({ streams }: SampleServer): number {
  return streams.filter(({ isOpen }) => isOpen).length
}

describe('A view of a workload cluster', () => {
  test('reads a selection of as many objects as may be kept', async () => {
    const { read, fill } = aView()
    fill(selectionLimits.maxObjects)
    expect(await read()).toMatchObject({ kind: 'objects', complete: true })
  })

  test('ends following what was not asked for between two sweeps', async () => {
    const { clock, view, read } = aView()
    await read()
    view.sweep()
    expect(view.quietMs()).toBe(0)
    view.sweep()
    await clock.advance(0)
    expect(view.quietMs()).toBeUndefined()
  })

  test('follows no object by its name while all objects of its kind are followed', async () => {
    const { server, read, fill } = aView()
    fill(3)
    await read(false, queryFor({ ...all, namespace: 'prod' }))
    const named = queryFor({ ...all, namespace: 'prod', select: { by: 'names', names: ['c1'] } })
    expect([await read(false, named), server.count('watch')]).toMatchObject([
      { kind: 'objects', objects: [{ metadata: { name: 'c1' } }] },
      1,
    ])
  })

  test('follows several objects by their names with one watch, and keeps no others', async () => {
    const { server, clock, read, fill, share, wakes } = aView()
    fill(100)
    await read(false, byNames('c1', 'c2'))
    const held = share.bytes
    server.put({ ...aCluster('c3'), text: 'x'.repeat(1000) })
    server.put({ ...aCluster('c1'), text: 'new' })
    await clock.advance(0)
    expect([await read(false, byNames('c1', 'c2')), server.count('watch')]).toMatchObject([
      { kind: 'objects', objects: [{ metadata: { name: 'c1' }, text: 'new' }, { metadata: { name: 'c2' } }] },
      1,
    ])
    expect([wakes.length, share.bytes - held < 100]).toEqual([1, true])
  })

  test('follows a name that is asked for later with the watch for the others', async () => {
    const { server, clock, view, read, fill } = aView()
    fill(5)
    await read(false, byNames('c1', 'c2'))
    await read(false, byNames('c4'))
    await clock.advance(0)
    view.sweep()
    expect([await read(false, byNames('c1', 'c2')), await read(false, byNames('c4'))]).toMatchObject([
      { kind: 'objects', objects: [{ metadata: { name: 'c1' } }, { metadata: { name: 'c2' } }] },
      { kind: 'objects', objects: [{ metadata: { name: 'c4' } }] },
    ])
    expect(server.count('watch')).toBe(2)
  })

  test('follows names one by one where there are too many others', async () => {
    const { server, read, fill } = aView()
    fill(selectionLimits.maxObjectsForNames + 1)
    const names = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']
    const answers = [await read(false, byNames(...names)), await read(true, byNames(...names))]
    expect(answers).toMatchObject(
      Array.from(answers, () => ({
        kind: 'objects',
        objects: names.map(name => ({ metadata: { name } })),
      })),
    )
    expect(server.count('watch')).toBe(names.length)
  })

  test('follows names in several namespaces with one watch, and tells those of one name apart', async () => {
    const { server, clock, view, read, fill } = aView()
    fill(2)
    server.put(aCluster('c1', { namespace: 'staging' }))
    const look = async () => [await read(false, byNames('c1')), await read(false, inStaging('c1', 'c0'))]
    const first = await look()
    view.sweep()
    const second = await look()
    view.sweep()
    await clock.advance(0)
    const watches = server.count('watch')
    const want = ['prod', 'staging'].map(namespace => ({
      kind: 'objects',
      objects: [{ metadata: { namespace, name: 'c1' } }],
    }))
    expect([first, second, await look()]).toMatchObject([want, want, want])
    expect([watches, server.count('watch'), openWatches(server)]).toEqual([2, 2, 1])
  })

  test('follows names in several namespaces apart where there are too many others', async () => {
    const { server, read, fill } = aView()
    fill(selectionLimits.maxObjectsForSpreadNames + 1)
    await read(false, byNames('c1', 'c2'))
    const look = async () => read(false, inStaging('c1', 'c2'))
    expect([await look(), await look(), openWatches(server)]).toMatchObject([
      { kind: 'objects', objects: [] },
      { kind: 'objects', objects: [] },
      2,
    ])
  })

  test('follows names in several namespaces apart where only these may be read', async () => {
    const { server, clock, view, read, fill } = aView({ isLimited: true })
    fill(3)
    await read(false, byNames('c1', 'c2'))
    const reading = view.read(inStaging('c1', 'c2'), { fresh: false })
    // A first list is waited for, refused or not.
    await clock.advance(10_000)
    expect([await reading, openWatches(server)]).toMatchObject([{ kind: 'objects', objects: [] }, 2])
  })

  test('follows nothing any more once it is closed, whoever still reads from it', async () => {
    const { server, clock, view, read, fill } = aView()
    fill(1)
    view.close()
    const answer = await read()
    await clock.advance(3_600_000)
    expect([answer.kind, server.count('watch'), clock.sleepers()]).toEqual(['unread', 0, 0])
  })

  test('does not read what is too much, and does not ask for it again for a minute', async () => {
    const { server, clock, read, fill, share } = aView()
    fill(selectionLimits.maxObjects + 1)
    const first = await read()
    const asked = server.calls.length
    const again = [await read(), await read(true)]
    await clock.advance(59_000)
    expect([first, ...again, await read()]).toEqual([tooLarge, tooLarge, tooLarge, tooLarge])
    expect([server.calls.length, share.bytes]).toEqual([asked, 0])
  })

  test('asks at once whether a list is too much that nothing follows', async () => {
    const { server, read, fill, share } = aView()
    fill(5 * selectionLimits.maxObjects)
    expect([await read(true), server.count('list'), share.bytes]).toEqual([tooLarge, 21, 0])
  })

  test('says that the whole cluster is too large for a minute after others needed its memory more', async () => {
    const { server, clock, memory, view, read, fill, wakes } = aView()
    server.put({ ...aCluster('kube-system'), text: 'x'.repeat(5_000_000) })
    fill(10)
    await read()
    const others = Array.from({ length: 26 }, () => memory.share().hold(() => undefined))
    expect(others.map(other => other.set(4_900_000))).toEqual(Array(26).fill(true))
    expect([await read(), wakes]).toEqual([tooLarge, [0]])
    await expect(view.identify({})).rejects.toMatchObject({ code: 'TooLarge' })
    await clock.advance(60_000)
    await expect(view.identify({})).rejects.toMatchObject({ code: 'NotFound' })
  })

  test('gives its memory back when it is closed', async () => {
    const { view, read, fill, share } = aView()
    fill(10)
    await read()
    const held = share.bytes
    view.close()
    expect([held > 0, share.bytes]).toEqual([true, 0])
  })
})
