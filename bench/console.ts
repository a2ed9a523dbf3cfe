import { gzipSync } from 'node:zlib'
import { putByModel } from '../src/simulator/models/model-write.ts'
import { selectorOf } from '../src/domain/labels/selector.ts'
import { simulatedLink } from '../src/fleet/simulated/simulated-link.ts'
import { systemClock } from '../src/kube/system-clock.ts'
import { consoleFilesOf } from '../src/server/http/console-files.ts'
import { localIdentity } from '../src/server/identity/local-identity.ts'
import { startConsole } from '../src/server/start-console.ts'
import { demoFleet } from '../src/simulator/demo/demo-fleet.ts'
import type { Figure } from './compare.ts'
import type { Subject } from './subject.ts'

const CLUSTERS = 1_000
const ROUNDS = 40

/** What the console costs: a fleet as one answer, and the time from a change on the management cluster to an open stream. */
export const consoleServer: Subject = {
  name: 'console',
  summary: `the server of the console on ${CLUSTERS} simulated clusters that rest: size of the fleet, time of an answer, and of a change until a stream has it, ${ROUNDS} times`,
  measure: async () => {
    const { fleet } = demoFleet({ clusters: CLUSTERS, seed: 1 })
    await fleet.stop()
    const link = simulatedLink(fleet, { user: 'bench', refusal: message => new Error(message) })
    const server = await startConsole({
      host: '127.0.0.1',
      port: 0,
      files: consoleFilesOf(new Map([['index.html', Buffer.from('')]])),
      identity: localIdentity({
        mode: 'demo',
        user: undefined,
        link,
        isPartial: false,
        actions: () => [],
        forgeToken: undefined,
      }),
      link,
      scope: { namespace: undefined, selector: selectorOf([]) },
      clock: systemClock,
      version: '0.0.0',
      onFailure: error => {
        throw error
      },
    })
    const address = `http://localhost:${server.port}/api/v1`
    try {
      const bytes = await whenRead(address)
      const answers = await times(() => fetch(`${address}/fleet`).then(answer => answer.text()))
      const changes = await changeTimes(address, round =>
        putByModel(fleet.management, {
          apiVersion: 'cluster.x-k8s.io/v1beta2',
          kind: 'Cluster',
          metadata: {
            name: 'payments-eu',
            namespace: 'prod',
            labels: { 'fitout.dev/profile': 'eks', round: `round-${round}` },
          },
        }),
      )
      return [
        ...quantiles(`answer of the fleet, ${Math.round(bytes / 1024)} KB gzip`, answers, answers),
        ...quantiles('change until a stream has it', changes, answers),
      ]
    } finally {
      await server.stop()
    }
  },
}

async function whenRead(address: string): Promise<number> {
  for (;;) {
    const answer = await fetch(`${address}/fleet`)
    const text = await answer.text()
    if (answer.ok) return gzipSync(text).length
    await systemClock.sleep(50)
  }
}

async function times(work: () => Promise<unknown>): Promise<readonly number[]> {
  const found: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await work()
    found.push(performance.now() - start)
  }
  return found
}

async function changeTimes(address: string, change: (round: number) => unknown): Promise<readonly number[]> {
  const { body } = await fetch(`${address}/stream?topics=fleet`)
  if (!body) throw new Error('the stream has a body')
  const found: number[] = []
  let round = 0
  let start = performance.now()
  change(round)
  for await (const chunk of body) {
    if (!Buffer.from(chunk).toString('utf8').includes(`round-${round}"`)) continue
    found.push(performance.now() - start)
    if (found.length === ROUNDS) break
    round += 1
    start = performance.now()
    change(round)
  }
  return found
}

function quantiles(
  name: string,
  milliseconds: readonly number[],
  compared: readonly number[],
): readonly Figure[] {
  const base = quantile(compared, 0.5)
  return ([0.5, 0.95] as const).map(share => {
    const medianMs = quantile(milliseconds, share)
    return { name: share === 0.5 ? name : `${name}, p95`, medianMs, ratio: medianMs / base }
  })
}

function quantile(milliseconds: readonly number[], share: number): number {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}
