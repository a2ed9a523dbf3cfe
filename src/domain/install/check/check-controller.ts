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
  if (available >= wanted) return undefined
  const refused = conditionIn(deployment, 'ReplicaFailure')
  const own = pods.filter(pod => isOf(pod, deployment))
  const trouble = podTrouble(own) ?? {
    message: refused ? textIn(refused, 'message') : 'it has no Pod yet',
    next: `${at} describe ${name}`,
  }
  const result = available === 0 ? 'failed' : 'warning'
  const head = `Deployment ${pathOf(deployment)} has ${available} of ${wanted} replicas available`
  return { check, result, message: `${head}: ${trouble.message}`, next: trouble.next }
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
    return { check, result: 'warning', message: 'The image and the labels of the controller tell no version' }
  }
  if (versionsFit(client, version)) {
    return { check, result: 'ok', message: `Command ${client} fits controller ${version}` }
  }
  const message = `Command ${client} does not fit controller ${version}: they are of different minor versions`
  return {
    check,
    result: 'failed',
    message,
    next: 'install the version of this command, or use the command of that version',
  }
}
