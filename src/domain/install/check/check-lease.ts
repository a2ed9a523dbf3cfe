import { listFirst } from '../../text/list-first.ts'
import { shellWord } from '../../explain/show/shell-word.ts'
import { itemsIn, partOf, textIn, type Fields } from '../../object/fields.ts'
import { readInstant } from '../../plan/step-status.ts'
import { durationWords } from '../../words/duration-words.ts'
import { installed } from '../installed-object.ts'
import { type CheckFinding, type InstallationFacts, unreadCheck } from './installation-facts.ts'
import { nameOfObject, objectNamespace, pathOf } from './read-objects.ts'

/** A controller renews its Lease every few seconds. */
const SILENCE_MS = 60_000
const SKEW_WARNING_MS = 10_000
const SKEW_FAILED_MS = 60_000

/** Whether someone held a Lease just now. */
export function isFresh(lease: Fields, now: number): boolean {
  const renewed = renewedAt(lease)
  return holderOf(lease) !== '' && renewed !== undefined && now - renewed <= SILENCE_MS
}

/** Whether each controller leads, and is one of the Pods that are there. */
export function checkLease(facts: InstallationFacts): CheckFinding | undefined {
  const { deployments, leases } = facts
  const check = 'lease'
  if (leases.kind === 'unread') return unreadCheck(check, leases.why)
  const wanted = deployments.kind === 'read' ? deployments.value : []
  const missing = wanted.find(each => !leases.value.some(lease => pathOf(lease) === pathOf(each)))
  if (missing) {
    const message = `Lease ${pathOf(missing)} does not exist: no controller has run yet`
    return { check, result: 'failed', message, next: logsOf(missing) }
  }
  const led = leases.value.filter(
    lease => isFresh(lease, facts.now) && nameOfObject(lease) === installed.controller,
  )
  if (led.length > 1) {
    const message = `${led.length} controllers lead at the same time: ${listFirst(led.map(leader))}`
    return { check, result: 'failed', message, next: 'stop all of them but one' }
  }
  const findings = leasesOf(facts).map(lease => leaseFinding(lease, facts))
  const worst =
    findings.find(each => each.result === 'failed') ?? findings.find(each => each.result === 'warning')
  return worst ?? findings[0]
}

/** The Leases that say something. Where no controller is installed, that is only one that someone holds: the Lease of a controller stays when it is removed. */
function leasesOf({ deployments, leases, now }: InstallationFacts): readonly Fields[] {
  const found = leases.kind === 'read' ? leases.value : []
  const isRemoved = deployments.kind === 'read' && deployments.value.length === 0
  return isRemoved ? found.filter(lease => isFresh(lease, now)) : found
}

function leader(lease: Fields): string {
  return `${holderOf(lease)} by Lease ${pathOf(lease)}`
}

function leaseFinding(lease: Fields, facts: InstallationFacts): CheckFinding {
  const check = 'lease'
  const holder = holderOf(lease)
  const name = `Lease ${pathOf(lease)}`
  if (holder === '') {
    return { check, result: 'failed', message: `${name} has no holder`, next: logsOf(lease) }
  }
  const pod = podOf(holder, facts)
  if (isFresh(lease, facts.now)) {
    if (pod !== undefined) return { check, result: 'ok', message: `${name} is held by Pod ${pod}` }
    const message = `${name} is held by ${holder}, which is not a Pod of the installation: a controller runs elsewhere`
    return {
      check,
      result: 'warning',
      message,
      next: 'stop that controller, or keep it and scale the Deployment to 0',
    }
  }
  const since = textIn(partOf(lease, 'spec'), 'renewTime') || 'never'
  if (pod === undefined && facts.pods.kind === 'read') {
    return {
      check,
      result: 'failed',
      message: `${name} is held by ${holder}, which no longer exists; it was last renewed at ${since}`,
      next: `kubectl --namespace ${shellWord(objectNamespace(lease))} delete lease ${shellWord(nameOfObject(lease))}`,
    }
  }
  return {
    check,
    result: 'failed',
    message: `${name} was last renewed at ${since}: its holder does not renew it`,
    next: logsOf(lease),
  }
}

/** The Pod that holds a Lease: a holder is called after its Pod, and something that no other process has. */
function podOf(holder: string, { pods }: InstallationFacts): string | undefined {
  const found = pods.kind === 'read' ? pods.value : []
  return found.map(nameOfObject).find(name => holder === name || holder.startsWith(`${name}_`))
}

// A Deployment has the name of its Lease.
function logsOf(object: Fields): string {
  return `kubectl --namespace ${shellWord(objectNamespace(object))} logs deployment/${shellWord(nameOfObject(object))}`
}

/**
 * Whether the clocks of the controller, the API server and this machine agree.
 *
 * The controller writes the time of its own clock into the Lease, and the server notes in managedFields when that was.
 */
export function checkClock(facts: InstallationFacts): CheckFinding | undefined {
  const check = 'clock'
  const skews = leasesOf(facts).flatMap(lease => skewsOf(lease, facts.now))
  const [worst] = skews.toSorted((a, b) => b.milliseconds - a.milliseconds)
  if (!worst) return undefined
  if (worst.milliseconds < SKEW_WARNING_MS) {
    return {
      check,
      result: 'ok',
      message: 'No wall-clock skew between controller, API server and this machine',
    }
  }
  const result = worst.milliseconds < SKEW_FAILED_MS ? 'warning' : 'failed'
  const message = `Wall-clock skew: ${worst.who} by ${durationWords(worst.milliseconds)}`
  return { check, result, message, next: `synchronize the clocks (NTP) of ${worst.where}` }
}

interface Skew {
  readonly milliseconds: number
  readonly who: string
  readonly where: string
}

function skewsOf(lease: Fields, now: number): readonly Skew[] {
  const [renewed, written] = [renewedAt(lease), writtenAt(lease)]
  if (renewed === undefined || written === undefined) return []
  const ahead = renewed - written
  const who = `the controller of Lease ${pathOf(lease)} is ${ahead > 0 ? 'ahead of' : 'behind'} the API server`
  const own = { who: 'this machine is behind the API server', where: 'this machine' }
  return [
    { milliseconds: Math.abs(ahead), who, where: 'the node of the controller and of the API server' },
    // A Lease that looks old may be one that nobody renews; one from the future is a clock that is wrong.
    { milliseconds: Math.max(0, written - now), ...own },
  ]
}

function holderOf(lease: Fields): string {
  return textIn(partOf(lease, 'spec'), 'holderIdentity')
}

function renewedAt(lease: Fields): number | undefined {
  return readInstant(textIn(partOf(lease, 'spec'), 'renewTime'))
}

/** When the API server stored the newest version of a Lease, by its own clock. */
function writtenAt(lease: Fields): number | undefined {
  const times = itemsIn(partOf(lease, 'metadata'), 'managedFields').map(each =>
    readInstant(textIn(each, 'time')),
  )
  const known = times.filter(time => time !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}
