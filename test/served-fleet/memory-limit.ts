import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A limit that the kernel keeps, as it does for a container. */
export interface MemoryLimit {
  /** A process that writes its number here is limited from then on. */
  readonly processes: string
  /** How often the kernel has ended a process for it. */
  readonly kills: () => number
  readonly release: () => void
}

const root = '/sys/fs/cgroup'
let made = 0

/** Makes a limit for processes that are about to start; undefined where this process has no right to. */
export function limitMemory(bytes: number): MemoryLimit | undefined {
  const isUnified = existsSync(join(root, 'cgroup.controllers'))
  made += 1
  const group = join(root, ...(isUnified ? [] : ['memory']), `fitout-test-${process.pid}-${made}`)
  const files = isUnified
    ? { limit: 'memory.max', kills: 'memory.events' }
    : { limit: 'memory.limit_in_bytes', kills: 'memory.oom_control' }
  try {
    mkdirSync(group)
    writeFileSync(join(group, files.limit), String(bytes))
  } catch {
    remove(group)
    return undefined
  }
  return {
    processes: join(group, 'cgroup.procs'),
    kills: () => Number(/oom_kill (\d+)/.exec(readFileSync(join(group, files.kills), 'utf8'))?.[1] ?? 0),
    release: () => remove(group),
  }
}

function remove(group: string): void {
  try {
    rmdirSync(group)
  } catch {
    // It was never there, or a process in it has not quite ended: an empty group costs nothing.
  }
}
