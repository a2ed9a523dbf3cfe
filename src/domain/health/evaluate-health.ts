import {
  dataHealth,
  persistentVolumeClaimHealth,
  podDisruptionBudgetHealth,
  serviceHealth,
} from './kinds/core-health.ts'
import { crdHealth } from './kinds/crd-health.ts'
import { daemonSetHealth } from './kinds/daemon-set-health.ts'
import { deploymentHealth } from './kinds/deployment-health.ts'
import { abnormalHealth, deletionHealth, generationHealth } from './generic-health.ts'
import { goKind } from './go-value.ts'
import type { HealthResult } from './health.ts'
import { HealthError } from './health-error.ts'
import { fluxJobHealth, jobHealth } from './kinds/job-health.ts'
import { podHealth } from './kinds/pod-health.ts'
import { readConditions } from './read-conditions.ts'
import { type Fields, isFields, partOf, textIn } from '../object/fields.ts'
import { readyHealth } from './kinds/ready-health.ts'
import { replicaSetHealth } from './kinds/replica-set-health.ts'
import { statefulSetHealth } from './kinds/stateful-set-health.ts'
import type { HealthRule } from './subject.ts'

interface KindRule {
  readonly kind: string
  /** The versions of a group do not matter; the core group has no name. */
  readonly groups: readonly string[]
  readonly judge: HealthRule
}

/** Kinds whose status says more than conditions do, or less. All others are judged by their Ready condition. */
const rules: readonly KindRule[] = [
  { kind: 'ConfigMap', groups: [''], judge: dataHealth },
  { kind: 'Secret', groups: [''], judge: dataHealth },
  { kind: 'CronJob', groups: ['batch'], judge: dataHealth },
  { kind: 'Service', groups: [''], judge: serviceHealth },
  { kind: 'PersistentVolumeClaim', groups: [''], judge: persistentVolumeClaimHealth },
  { kind: 'Pod', groups: [''], judge: podHealth },
  { kind: 'Deployment', groups: ['apps', 'extensions'], judge: deploymentHealth },
  { kind: 'ReplicaSet', groups: ['apps', 'extensions'], judge: replicaSetHealth },
  { kind: 'StatefulSet', groups: ['apps'], judge: statefulSetHealth },
  { kind: 'DaemonSet', groups: ['apps', 'extensions'], judge: daemonSetHealth },
  { kind: 'Job', groups: ['batch'], judge: jobHealth },
  { kind: 'PodDisruptionBudget', groups: ['policy'], judge: podDisruptionBudgetHealth },
  { kind: 'CustomResourceDefinition', groups: ['apiextensions.k8s.io'], judge: crdHealth },
]
const ruleOfKind: ReadonlyMap<string, KindRule> = new Map(rules.map(rule => [rule.kind, rule]))

/** What the judgement depends on besides the object. */
export interface Circumstances {
  /** Milliseconds since 1970: a pod has some seconds to find a node. */
  readonly now: number
  /** Who asks. Flux waits for Jobs to complete; kstatus, and Helm without `waitForJobs`, only for them to start. */
  readonly reader: 'flux' | 'kstatus'
}

/**
 * Judges one object from what it says about itself, as Flux does. Never fetches: pass the object with its status.
 *
 * No object is NotFound; one that cannot be read is Unknown, and the message says why.
 */
export function evaluateHealth(object: unknown, circumstances: Circumstances): HealthResult {
  if (object === undefined || object === null) {
    return { status: 'NotFound', message: 'Resource not found', condition: undefined }
  }
  try {
    return judgeHealth(object, circumstances)
  } catch (error) {
    if (!(error instanceof HealthError)) throw error
    return { status: 'Unknown', message: error.message, condition: undefined }
  }
}

/** Judges one object like `evaluateHealth`, but throws a HealthError with the path of what cannot be read. @internal */
export function judgeHealth(object: unknown, { now, reader }: Circumstances): HealthResult {
  if (!isFields(object)) {
    throw new HealthError('MALFORMED_OBJECT', '', `the object must have fields, found ${goKind(object)}`)
  }
  const judge = ruleFor(object)
  if (reader === 'flux' && judge === jobHealth) return fluxJobHealth(object)

  // What is being deleted has no other state, and a status about an older spec says nothing about this one.
  const early = deletionHealth(object) ?? generationHealth(object)
  if (early) return early
  const conditions = readConditions(object)
  const abnormal = abnormalHealth(conditions)
  if (abnormal) return abnormal
  return judge({ object, spec: partOf(object, 'spec'), status: partOf(object, 'status'), conditions, now })
}

function ruleFor(object: Fields): HealthRule {
  const rule = ruleOfKind.get(textIn(object, 'kind'))
  const group = groupOf(textIn(object, 'apiVersion'))
  return rule && group !== undefined && rule.groups.includes(group) ? rule.judge : readyHealth
}

// What has two slashes is no version of any group.
function groupOf(apiVersion: string): string | undefined {
  const slash = apiVersion.indexOf('/')
  if (slash !== apiVersion.lastIndexOf('/')) return undefined
  return apiVersion.slice(0, Math.max(0, slash))
}
