import { beforeEach, expect, test } from 'vitest'
import { ApplyBench, mapText } from '#test/apply/apply-bench.ts'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'

let bench: ApplyBench
beforeEach(() => {
  bench = new ApplyBench()
})

const FROZEN_MS = 300_000

/** The machine stops when the job looks at ConfigMap default/b, and the answer comes when its lease could be taken again. */
function frozenAtB(api: Api): Api {
  const { clock } = bench.scene
  let thawsAt = 0
  const pass = async <T>(call: () => Promise<T>): Promise<T> => {
    if (clock.elapsed() >= thawsAt) return call()
    await clock.sleep(thawsAt - clock.elapsed())
    throw new ApiError('Timeout', { call: 'on a machine that stood still' })
  }
  return {
    ...api,
    get: async (ref, call) => {
      if (ref.name !== 'b' || thawsAt > 0) return pass(() => api.get(ref, call))
      thawsAt = clock.elapsed() + FROZEN_MS
      await clock.sleep(FROZEN_MS + 10_000)
      return api.get(ref, call)
    },
    create: (...words) => pass(() => api.create(...words)),
    update: (...words) => pass(() => api.update(...words)),
    apply: (...words) => pass(() => api.apply(...words)),
    delete: (...words) => pass(() => api.delete(...words)),
  }
}

const files = (value: string) => ({
  'clusters/blue/a.yaml': mapText('default/a', value),
  'clusters/blue/b.yaml': mapText('default/b', value),
})

test('A run that stood still while another one applied a newer commit writes nothing more, though the lease is free again', async () => {
  bench.push(files('old'))
  const old = bench.scene.start({
    repository: bench.git.clone({ commit: bench.git.tip }),
    between: frozenAtB,
  })
  await bench.scene.clock.advance(5_000)
  bench.push(files('new'))
  expect((await bench.apply()).exitCode).toBe(0)
  const before = bench.find('v1 ConfigMap', 'default/b')?.metadata.resourceVersion
  await bench.scene.clock.runUntil(old.isOver, 3_600_000)
  const { exitCode, err } = await old.end
  expect([bench.data('default/b'), exitCode, err]).toEqual([
    { value: 'new' },
    1,
    expect.stringContaining('error: this run lost its Lease'),
  ])
  expect(bench.find('v1 ConfigMap', 'default/b')?.metadata.resourceVersion).toBe(before)
})
