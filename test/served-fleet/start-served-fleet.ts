import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FleetFigures, ServedFleetOptions } from './served-fleet.ts'

/** A served fleet in a process of its own. */
export interface RemoteFleet {
  /** A folder for this run, which goes with it. */
  readonly folder: string
  /** The file that leads to the management cluster. */
  readonly kubeconfigFile: string
  readonly pid: number
  readonly figures: () => Promise<FleetFigures>
  readonly stop: () => Promise<void>
}

/** Starts a process that serves a fleet, and waits until it does. */
export async function startServedFleet(options: ServedFleetOptions): Promise<RemoteFleet> {
  const folder = await mkdtemp(join(tmpdir(), 'fitout-fleet-'))
  const child = fork(resolve(import.meta.dirname, 'main.ts'), [JSON.stringify(options)], {
    execArgv: ['--max-old-space-size=12288'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { kubeconfig } = (await messageOf(child)) as { readonly kubeconfig: string }
  const kubeconfigFile = join(folder, 'kubeconfig')
  await writeFile(kubeconfigFile, kubeconfig, { mode: 0o600 })
  return {
    folder,
    kubeconfigFile,
    pid: child.pid ?? 0,
    figures: async () => {
      child.send('figures')
      return (await messageOf(child)) as FleetFigures
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController()
  const exit = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`cannot serve a fleet: the process ended with ${code}`)
  })
  exit.catch(() => undefined)
  const [message] = (await Promise.race([
    once(child, 'message', { signal: ended.signal }),
    exit,
  ])) as unknown[]
  ended.abort()
  return message
}
