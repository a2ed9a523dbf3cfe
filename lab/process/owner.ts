import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Every process that a lab starts carries its owner in the environment, and so do its children.
 *
 * A pid alone may be used again after a crash; together with the start time it names one process for ever. So what a
 * killed lab left behind can be distinguished from what a running lab owns, without any file that could be stale.
 */
const VARIABLE = 'FITOUT_LAB_OWNER'

/** The environment entry that marks a child of this process as ours. */
export function ownerMark(): Record<string, string> {
  return { [VARIABLE]: identityOf(process.pid) ?? '' }
}

/** Names the process that has this pid now, or undefined if there is none. */
export function identityOf(pid: number): string | undefined {
  const stat = readProc(pid, 'stat')
  if (stat === undefined) return undefined
  // The second field is the program's name in parentheses and may hold spaces; the start time is field 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startTime] = [fields[0], fields[19]]
  // A zombie runs no more: its parent just has not looked yet.
  return state === 'Z' ? undefined : `${pid}:${startTime}`
}

/** Whether the process that `identityOf` named still runs. */
export function isAlive(identity: string): boolean {
  return identityOf(Number.parseInt(identity, 10)) === identity
}

/** Ends every process whose lab is gone, and returns how many there were. Running labs are left alone. */
export async function endOrphans(): Promise<number> {
  const orphans = markedProcesses().filter(({ owner }) => !isAlive(owner))
  for (const { pid } of orphans) endNow(pid)
  while (orphans.some(({ identity }) => isAlive(identity))) await sleep(20)
  return orphans.length
}

/** Every process on this machine that some lab started. */
export function markedProcesses(): { pid: number; identity: string; owner: string }[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      const pid = Number(name)
      const owner = readProc(pid, 'environ')
        ?.split('\0')
        .find(entry => entry.startsWith(`${VARIABLE}=`))
        ?.slice(VARIABLE.length + 1)
      const identity = identityOf(pid)
      return owner && identity ? [{ pid, identity, owner }] : []
    })
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself between the look and the signal.
  }
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // Gone, or another user's: either way not ours.
    return undefined
  }
}
