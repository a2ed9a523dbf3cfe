import { readFileSync, readlinkSync } from 'node:fs'

/** What the kernel says a process may do. */
export interface ProcessFacts {
  readonly uid: string | undefined
  readonly capabilities: string | undefined
  readonly noNewPrivileges: string | undefined
  /** Where it sees a file system that is not mounted read-only, but for those of the kernel. */
  readonly writable: readonly string[]
  /** The program, where the process sees it. */
  readonly exe: string
}

/** Asks the kernel about a process. */
export function processFacts(pid: number | undefined): ProcessFacts {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1]
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').trim().split('\n')
  const writable = mounts
    .map(line => line.split(' '))
    .filter(([, , , , , options]) => !options?.split(',').includes('ro'))
    .map(([, , , , place = '']) => place)
  return {
    uid: field('Uid'),
    capabilities: field('CapEff'),
    noNewPrivileges: field('NoNewPrivs'),
    writable: writable.filter(place => !isOfKernel(place)),
    exe: readlinkSync(`/proc/${pid}/exe`).slice(readlinkSync(`/proc/${pid}/root`).replace(/\/$/, '').length),
  }
}

function isOfKernel(place: string): boolean {
  return place === '/proc' || ['null', 'zero', 'random', 'urandom'].some(device => place === `/dev/${device}`)
}
