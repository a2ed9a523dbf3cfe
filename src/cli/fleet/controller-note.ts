import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { readInstant } from '../../domain/plan/step-status.ts'
import { durationWords } from '../../domain/words/duration-words.ts'

/** A controller writes its Lease every few seconds: one that has not for so long does not run. */
const SILENCE_MS = 120_000

/** Says that nobody keeps the fleet's status up to date, if it is so. A dead controller leaves `Ready` behind. */
export function controllerNote({ controllerSeenAt, asOf }: FleetSnapshot): string | undefined {
  const [seen, now] = [readInstant(controllerSeenAt), readInstant(asOf)]
  if (seen === undefined || now === undefined || now - seen <= SILENCE_MS) return undefined
  return `the controller does not run: it was last seen ${durationWords(now - seen)} ago, at ${controllerSeenAt}; what is shown is as of then`
}
