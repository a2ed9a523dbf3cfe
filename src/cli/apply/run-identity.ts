import { randomUUID } from 'node:crypto'
import type { Io } from '../io/io.ts'

/** A name of this run that no other one has, and by which people find it: `GitLab job 4711 (…)`. */
export function runIdentity(env: Io['env'], uuid: string = randomUUID()): string {
  const job = [
    ['GitLab job', env['CI_JOB_ID']],
    ['GitHub run', env['GITHUB_RUN_ID']],
  ].find(([, id]) => /^[0-9]{1,20}$/.test(id ?? ''))
  return `${job ? job.join(' ') : 'fitout apply'} (${uuid})`
}
