import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { type Fields, isFields, partOf, textIn } from '../../domain/object/fields.ts'
import { parseDuration } from '../../domain/quantity/parse-duration.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { Store } from '../store/store.ts'
import { modelCondition, isTrue } from '../models/conditions.ts'
import { areUp, bring } from './brought-objects.ts'
import { hasSource } from './flux-kinds.ts'
import { isObserved, sayReady } from './flux-status.ts'
import { helmChartOf } from './helm-chart.ts'
import { missingValue } from './missing-value.ts'
import { configDigest, historyOf, withRelease } from './release-config.ts'
import { unmetDependency } from './unmet-dependency.ts'

/** What a release brings. */
export type Chart = (release: KubeObject) => readonly KubeObject[]

/** Measured: 6.9 s from a HelmRelease to Ready, of which 5 s are Helm's wait after the Deployment is available. */
const WAIT_MS = 6800
/** How soon a failed one is tried again, if nothing tells. */
const RETRY_MS = 30_000
/** In a millisecond. */
const NANOSECONDS = 1_000_000n
/** What the real kind takes for a timeout; it stores no other text. */
const DURATION = /^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$/

/** Brings a HelmRelease a step further; gives in how many milliseconds it is to be looked at again. */
export function reconcileRelease(store: Store, release: KubeObject, chartOf: Chart): number | undefined {
  const chart = helmChartOf(release)
  if (chart !== undefined) bring(store, [chart])
  const hold = holdOn(store, release)
  if (hold !== undefined) {
    sayReady(store, release, { status: 'False', ...hold, isDone: false, fields: named(chart) })
    return RETRY_MS
  }
  const digest = configDigest(store, release)
  const [last] = historyOf(release)
  const isSame = last?.configDigest === digest
  if (isSame && last.status === 'deployed') return stay(store, release)
  // Without retries, only a new spec or other values let it try again.
  if (isSame && isTrue(release, 'Stalled') && isObserved(release)) return undefined

  const objects = chartOf(release)
  const isUnderWay = partOf(release, 'status')['lastAttemptedConfigDigest'] === digest
  if (!isUnderWay || modelCondition(release, 'Ready')?.['reason'] !== 'Progressing') {
    if (!bring(store, objects)) return fail(store, release, { digest, cause: 'an object is rejected' })
    const fields = { ...named(chart), lastAttemptedConfigDigest: digest }
    sayReady(store, release, { status: 'Unknown', reason: 'Progressing', isDone: false, fields })
    return WAIT_MS
  }
  if (!areUp(store, objects))
    return isLate(store, release)
      ? fail(store, release, { digest, cause: 'context deadline exceeded' })
      : WAIT_MS
  const fields = { history: withRelease(release, { status: 'deployed', configDigest: digest }) }
  sayReady(store, release, { status: 'True', ...succeeded(release), isDone: true, fields })
  return undefined
}

// In the order of its controller, of which the first that is wrong is what it says.
function holdOn(store: Store, release: KubeObject): { reason: string; message: string } | undefined {
  const unmet = unmetDependency(store, release)
  if (unmet !== undefined) return { reason: 'DependencyNotReady', message: unmet }
  if (!hasSource(store, release))
    return { reason: 'SourceNotReady', message: 'the source of the chart is not ready' }
  const missing = missingValue(store, release)
  return missing === undefined ? undefined : { reason: 'ValuesError', message: missing }
}

function named(chart: KubeObject | undefined): Fields {
  return chart ? { helmChart: qualifiedName(chart.metadata) } : {}
}

/** What it does when there is nothing new to release. */
function stay(store: Store, release: KubeObject): undefined {
  if (isTrue(release, 'Ready') && isObserved(release)) return
  const [, ...before] = historyOf(release)
  sayReady(store, release, { status: 'True', ...succeededAfter(before.length), isDone: true })
}

function succeeded(release: KubeObject): { reason: string; message: string } {
  return succeededAfter(historyOf(release).length)
}

function succeededAfter(releases: number): { reason: string; message: string } {
  return releases === 0
    ? { reason: 'InstallSucceeded', message: 'Helm install succeeded' }
    : { reason: 'UpgradeSucceeded', message: 'Helm upgrade succeeded' }
}

/** Whether it has taken longer than it may until all is up. */
function isLate(store: Store, release: KubeObject): boolean {
  const since = modelCondition(release, 'Ready')?.['lastTransitionTime']
  const asked = textIn(partOf(release, 'spec'), 'timeout')
  const timeout = parseDuration(DURATION.test(asked) ? asked : '5m')
  return store.clock.now() - Date.parse(String(since)) >= Number(timeout / NANOSECONDS)
}

function fail(
  store: Store,
  release: KubeObject,
  { digest, cause }: { readonly digest: string; readonly cause: string },
): number | undefined {
  const action = historyOf(release).length === 0 ? 'install' : 'upgrade'
  const isRetried = retriesOf(release, action) !== 0
  const history = withRelease(release, { status: 'failed', configDigest: digest })
  sayReady(store, release, {
    status: 'False',
    reason: action === 'install' ? 'InstallFailed' : 'UpgradeFailed',
    message: `Helm ${action} failed: ${cause}`,
    isDone: !isRetried,
    isStalled: !isRetried,
    fields: { history },
  })
  return isRetried ? RETRY_MS : undefined
}

function retriesOf(release: KubeObject, action: 'install' | 'upgrade'): unknown {
  const { remediation } = partOf(partOf(release, 'spec'), action)
  return isFields(remediation) ? (remediation['retries'] ?? 0) : 0
}
