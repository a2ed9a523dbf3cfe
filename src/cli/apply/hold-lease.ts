import { FIELD_MANAGER } from '../../domain/apply/ownership.ts'
import { RECORD_NAME } from '../../domain/apply/record.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import { runElection } from '../../engine/election/run-election.ts'
import { Refusal } from '../command/refusal.ts'
import type { Link } from '../../fleet/link/link.ts'
import { plainText } from '../terminal/text-width.ts'

/**
 * A holder stops writing 20 s after it last renewed; a request that it sent by then is over 60 s later, as API servers
 * end it. So no write of a run that was thought dead comes after the next one has begun.
 */
const RENEW_MS = 20_000
const LEASE_MS = 90_000
const RETRY_MS = 2_000
const LOOK_MS = 250

/** This run may write, as long as `check` does not throw. */
export interface HeldLease {
  readonly check: () => void
  readonly release: () => Promise<void>
}

/** Who wants the lease, and how long it waits. */
export interface LeaseWish {
  readonly namespace: string
  /** Another one for every run. */
  readonly identity: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly say: (line: string) => void
}

const hopeless = ['Forbidden', 'Denied', 'Invalid', 'NotFound', 'NotServed', 'Unauthorized'] as const

/** Waits until no other run applies to this cluster, and keeps others out. Refuses with exit code 3 when that takes too long. */
export async function holdLease(link: Link, wish: LeaseWish): Promise<HeldLease> {
  let failure: unknown
  let term: AbortSignal | undefined
  const { namespace, identity } = wish
  const election = runElection(link.management, {
    namespace,
    name: RECORD_NAME,
    identity,
    fieldManager: FIELD_MANAGER,
    clock: link.clock,
    random: link.random,
    leaseMs: LEASE_MS,
    renewMs: RENEW_MS,
    retryMs: RETRY_MS,
    onLeading: signal => (term ??= signal),
    onError: error => (failure = hasCode(error, ...hopeless) ? error : failure),
  })
  const check = (): void => {
    // A second term is of no use: another run may have applied a newer commit between the two.
    if (term?.aborted === false && election.mayWrite()) return
    throw new Refusal(lostWords(namespace), {
      exitCode: 1,
      fix: 'run it again: it continues where it stopped',
    })
  }
  try {
    await untilLeading({ link, wish, leader: election.leader }, () => {
      if (failure !== undefined) throw whyNoLease(failure, namespace)
      return term !== undefined
    })
    return { check, release: election.stop }
  } catch (error) {
    await election.stop()
    throw error
  }
}

function lostWords(namespace: string): string {
  return `this run lost its Lease ${namespace}/${RECORD_NAME}, which it could not renew in time; nothing more is written`
}

function whyNoLease(failure: unknown, namespace: string): unknown {
  if (!hasCode(failure, 'NotFound')) return failure
  return new Refusal(
    `cannot take Lease ${namespace}/${RECORD_NAME}: namespace ${JSON.stringify(namespace)} does not exist`,
    { exitCode: 2, fix: 'create it, or name another one with --namespace' },
  )
}

interface Waiting {
  readonly link: Link
  readonly wish: LeaseWish
  readonly leader: () => string
}

async function untilLeading({ link, wish, leader }: Waiting, isLeading: () => boolean): Promise<void> {
  const { clock } = link
  const startedAt = clock.elapsed()
  let told = ''
  while (!isLeading() && !wish.signal.aborted) {
    const holder = leader()
    if (holder !== '' && holder !== told) wish.say(`waiting: ${plainText(holder)} applies to this cluster`)
    told = holder === '' ? told : holder
    if (clock.elapsed() - startedAt >= wish.timeoutMs) {
      throw new Refusal(
        `cannot apply: ${told === '' ? 'another run' : plainText(told)} did not finish in time`,
        {
          exitCode: 3,
          hint: `kubectl --namespace ${wish.namespace} get lease ${RECORD_NAME} -o yaml`,
        },
      )
    }
    await clock.sleep(LOOK_MS, wish.signal)
  }
}
