import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A limit that the kernel keeps. */
export interface MemoryLimit {
  /** How often the kernel has ended a process for it. */
  readonly kills: () => number
  readonly release: () => void
}

const root = '/sys/fs/cgroup'

/** Limits the memory of a process as a container is limited; undefined where this process has no right to. */
export function limitMemory(pid: number, bytes: number): MemoryLimit | undefined {
  const isUnified = existsSync(join(root, 'cgroup.controllers'))
  const group = join(root, ...(isUnified ? [] : ['memory']), `fitout-test-${pid}`)
  const files = isUnified
    ? { limit: 'memory.max', kills: 'memory.events' }
    : { limit: 'memory.limit_in_bytes', kills: 'memory.oom_control' }
  try {
    mkdirSync(group)
    writeFileSync(join(group, files.limit), String(bytes))
    writeFileSync(join(group, 'cgroup.procs'), String(pid))
  } catch {
    remove(group)
    return undefined
  }
  return {
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
