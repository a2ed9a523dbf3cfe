import { readFileSync, readlinkSync } from 'node:fs'

/** What the kernel says a process may do. */
export interface ProcessFacts {
  readonly uid: string | undefined
  readonly capabilities: string | undefined
  readonly noNewPrivileges: string | undefined
  /** Whether its root may be written to: `ro` or `rw`. */
  readonly root: string | undefined
  /** The program, where the process sees it. */
  readonly exe: string
}

/** Asks the kernel about a process. */
export function processFacts(pid: number | undefined): ProcessFacts {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1]
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').split('\n')
  const root = mounts.map(line => line.split(' ')).findLast(fields => fields[4] === '/')
  return {
    uid: field('Uid'),
    capabilities: field('CapEff'),
    noNewPrivileges: field('NoNewPrivs'),
    root: root?.[5]?.split(',')[0],
    exe: readlinkSync(`/proc/${pid}/exe`).slice(readlinkSync(`/proc/${pid}/root`).replace(/\/$/, '').length),
  }
}
