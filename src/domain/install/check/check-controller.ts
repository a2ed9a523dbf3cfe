import { listFirst } from '../../text/list-first.ts'
import { shellWord } from '../../explain/show/shell-word.ts'
import { numberIn, partOf, textIn, type Fields } from '../../object/fields.ts'
import { type CheckFinding, type InstallationFacts, unreadCheck } from './installation-facts.ts'
import { isFresh } from './check-lease.ts'
import { podTrouble } from './pod-trouble.ts'
import { conditionIn, nameOfObject, objectNamespace, pathOf, versionOf } from './read-objects.ts'
import { versionsFit } from './versions-fit.ts'

/** Whether there is one installation, and of one version. */
export function checkInstallation(facts: InstallationFacts): CheckFinding {
  const { deployments, leases, now } = facts
  const check = 'installation'
  if (deployments.kind === 'unread') return unreadCheck(check, deployments.why)
  const found = deployments.value
  if (found.length === 0) {
    const isLed = leases.kind === 'read' && leases.value.some(lease => isFresh(lease, now))
    if (isLed) return { check, result: 'warning', message: 'The controller runs, but not as a Deployment' }
    return { check, result: 'failed', message: 'No controller is installed', next: 'fitout install' }
  }
  const namespaces = [...new Set(found.map(objectNamespace))].toSorted()
  const shown = listFirst(found.map(each => `${pathOf(each)} (${versionOf(each) ?? 'no version'})`))
  if (namespaces.length > 1) {
    const other = namespaces.find(each => each !== facts.namespace) ?? ''
    const message = `${namespaces.length} installations work on the same clusters: ${shown}`
    return { check, result: 'failed', message, next: `fitout uninstall --namespace ${shellWord(other)}` }
  }
  const versions = new Set(found.map(versionOf))
  if (versions.size > 1) {
    const message = `Controllers of different versions work on the same clusters: ${shown}`
    return { check, result: 'failed', message, next: 'fitout install' }
  }
  return { check, result: 'ok', message: `One installation: ${shown}` }
}

/** Whether the controllers run, and what their Pods say if not. */
export function checkController({ deployments, pods }: InstallationFacts): CheckFinding | undefined {
  if (deployments.kind === 'unread' || deployments.value.length === 0) return undefined
  const down = deployments.value.map(each => downFinding(each, pods.kind === 'read' ? pods.value : []))
  const first = down.find(each => each !== undefined)
  if (first) return first
  const total = deployments.value.reduce((sum, each) => sum + availableOf(each), 0)
  const message = `${total} of ${deployments.value.reduce((sum, each) => sum + wantedOf(each), 0)} replicas are available`
  return { check: 'controller', result: 'ok', message }
}

function downFinding(deployment: Fields, pods: readonly Fields[]): CheckFinding | undefined {
  const check = 'controller'
  const at = `kubectl --namespace ${shellWord(objectNamespace(deployment))}`
  const name = `deployment/${shellWord(nameOfObject(deployment))}`
  const wanted = wantedOf(deployment)
  if (wanted === 0) {
    const message = `Deployment ${pathOf(deployment)} is scaled to 0`
    return { check, result: 'failed', message, next: `${at} scale ${name} --replicas 2` }
  }
  const available = availableOf(deployment)
  const own = pods.filter(pod => isOf(pod, deployment) && !isEnding(pod))
  if (available >= wanted) return stuckFinding(deployment, own)
  const refused = conditionIn(deployment, 'ReplicaFailure')
  const trouble = podTrouble(own) ?? {
    message: refused ? textIn(refused, 'message') : 'it has no Pod yet',
    next: `${at} describe ${name}`,
  }
  const result = available === 0 ? 'failed' : 'warning'
  const head = `Deployment ${pathOf(deployment)} has ${available} of ${wanted} replicas available`
  return { check, result, message: `${head}: ${trouble.message}`, next: trouble.next }
}

// The Pods of the version before continue until those of the next are ready.
function stuckFinding(deployment: Fields, pods: readonly Fields[]): CheckFinding | undefined {
  if (!isRollingOut(deployment)) return undefined
  const trouble = podTrouble(pods)
  if (!trouble) return undefined
  const message = `Deployment ${pathOf(deployment)} does not roll out; its previous Pods keep running: ${trouble.message}`
  return { check: 'controller', result: 'warning', message, next: trouble.next }
}

/** Whether Pods of an earlier version of a Deployment may still run. A status of the generation before speaks of the Pods before. */
export function isRollingOut(deployment: Fields): boolean {
  const status = partOf(deployment, 'status')
  if (numberIn(status, 'observedGeneration') < numberIn(partOf(deployment, 'metadata'), 'generation'))
    return true
  return numberIn(status, 'updatedReplicas') < wantedOf(deployment)
}

function isEnding(pod: Fields): boolean {
  return textIn(partOf(pod, 'metadata'), 'deletionTimestamp') !== ''
}

function isOf(pod: Fields, deployment: Fields): boolean {
  if (objectNamespace(pod) !== objectNamespace(deployment)) return false
  const labels = partOf(partOf(pod, 'metadata'), 'labels')
  const wanted = Object.entries(partOf(partOf(partOf(deployment, 'spec'), 'selector'), 'matchLabels'))
  return wanted.every(([key, value]) => labels[key] === value)
}

function wantedOf(deployment: Fields): number {
  return numberIn(partOf(deployment, 'spec'), 'replicas', 1)
}

function availableOf(deployment: Fields): number {
  return numberIn(partOf(deployment, 'status'), 'availableReplicas')
}

/** Whether this command and the controller belong together. */
export function checkVersion({ deployments, client }: InstallationFacts): CheckFinding | undefined {
  if (deployments.kind === 'unread' || deployments.value.length === 0) return undefined
  const check = 'version'
  const versions = deployments.value.map(versionOf)
  const [version] = versions
  if (version === undefined) {
    return {
      check,
      result: 'warning',
      message: 'The version of the controller is unknown: neither its image nor its labels name one',
    }
  }
  if (versionsFit(client, version)) {
    return { check, result: 'ok', message: `Command ${client} is compatible with controller ${version}` }
  }
  const message = `Command ${client} is not compatible with controller ${version}: their minor versions differ`
  return {
    check,
    result: 'failed',
    message,
    next: 'install the version of this command, or use the command of that version',
  }
}
