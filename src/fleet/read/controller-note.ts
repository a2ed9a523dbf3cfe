import type { FleetShard, FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import { durationWords } from '../../domain/words/duration-words.ts'

/** A controller writes its Lease every few seconds: one that has not for so long does not run. */
const SILENCE_MS = 120_000

/** Says that nobody keeps the status of some clusters up to date, if it is so. A dead controller leaves `Ready` behind. */
export function controllerNote(fleet: FleetSnapshot): string | undefined {
  const notes = [mainNote(fleet), ...(fleet.shards ?? []).map(shard => shardNote(shard, fleet))]
  return notes.filter(note => note !== undefined).join('; ') || undefined
}

function mainNote({ controllerSeenAt, asOf }: FleetSnapshot): string | undefined {
  const silent = silenceOf(controllerSeenAt, asOf)
  if (silent === undefined) return undefined
  return `the controller is not running: it was last seen ${silent} ago, at ${controllerSeenAt}; the output is as of then`
}

function shardNote({ key, controllerSeenAt }: FleetShard, fleet: FleetSnapshot): string | undefined {
  const shard = `no controller runs for the clusters of shard ${JSON.stringify(key)}`
  if (controllerSeenAt === undefined) return shard
  const silent = silenceOf(controllerSeenAt, fleet.asOf)
  return silent === undefined ? undefined : `${shard}: it was last seen ${silent} ago, at ${controllerSeenAt}`
}

/** For how long a controller was not seen, in words; undefined for one that runs, or of which nobody can tell. */
function silenceOf(seenAt: string | undefined, asOf: string): string | undefined {
  const [seen, now] = [readInstant(seenAt), readInstant(asOf)]
  if (seen === undefined || now === undefined || now - seen <= SILENCE_MS) return undefined
  return durationWords(now - seen)
}
