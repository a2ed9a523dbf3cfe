import { ownersAmong } from '../../controller/management/owner-of.ts'
import type { Fitout, FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import type { FleetCluster } from '../../domain/fleet/fleet-snapshot.ts'
import { idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { stepOf, tookMs } from '../../domain/fleet/time-in-state.ts'
import { countStates, needsAction } from '../../domain/fleet/sum-fleet.ts'
import { compileLabelSelector } from '../../domain/labels/label-selector.ts'
import { formatSelector } from '../../domain/labels/selector.ts'
import { SelectorError } from '../../domain/labels/selector-error.ts'
import { isEqual } from '../../domain/object/is-equal.ts'
import { counted } from '../../domain/text/counted.ts'
import { type FitoutReading, readFitout } from '../../domain/validation/read-fitout.ts'
import { formatPath } from '../../domain/envsubst/object-path.ts'
import { yamlDocument } from '../../domain/yaml/write/yaml-document.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type {
  FitoutDifference,
  FitoutListResponse,
  FitoutProblem,
  FitoutResponse,
  FitoutStepRow,
  FitoutSummary,
} from '../api/fitout-response.ts'
import type { SeenFleet } from '../fleet/seen-fleet.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import { sumDurations } from './quantiles.ts'
import { secondsIn } from './timeline.ts'

const MOST_LABELS = 50

/** All Fitouts that the user may see. */
export function fitoutListAnswer(view: SeenFleet): FitoutListResponse {
  const all = view.fitoutObjects().toSorted((a, b) => (idOfFitout(a) < idOfFitout(b) ? -1 : 1))
  return { ...view.fresh, fitouts: all.map(object => summaryOf(object, view)) }
}

/** One Fitout: its order, its gates, and how long its steps took. */
export function fitoutAnswer(view: SeenFleet, id: string): FitoutResponse {
  const object = view.fitoutObject(id)
  if (!object) throw new HttpRefusal('NotFound', `Fitout ${id} is not found, or you do not have access to it`)
  const reading = readAmong(object, view)
  const fitout = reading.kind === 'misshapen' ? undefined : reading.fitout
  const clusters = clustersOf(object, view)
  return {
    ...view.fresh,
    summary: summaryOf(object, view),
    selector: fitout ? selectorWords(fitout) : '',
    steps: (fitout?.spec.steps ?? []).map((step, index) => stepRow(step, index, { fitout, clusters })),
    clusters: clusters.map(idOf),
    sameName: fitout ? sameNameOf(fitout, view) : [],
    problems: problemsOf(reading),
    ...(clusters.length > 0 ? {} : { labelsThere: labelsIn(object, view) }),
    yaml: yamlOf(object),
  }
}

function summaryOf(object: KubeObject, view: SeenFleet): FitoutSummary {
  const { namespace = '', name, generation } = object.metadata
  const reading = readAmong(object, view)
  const spec = reading.kind === 'misshapen' ? undefined : reading.fitout.spec
  const clusters = clustersOf(object, view)
  return {
    namespace,
    name,
    ...(generation === undefined ? {} : { generation }),
    steps: (spec?.steps ?? []).map(step => step.name),
    clusters: clusters.length,
    states: countStates(clusters),
    isSuspended: spec?.suspend ?? false,
    problems: problemsOf(reading).length,
  }
}

// As the controller judges it: beside the others of its namespace.
function readAmong(object: KubeObject, view: SeenFleet): FitoutReading {
  const near = view.fitoutObjects().filter(({ metadata }) => metadata.namespace === object.metadata.namespace)
  return ownersAmong(near).read(object)
}

function clustersOf({ metadata }: KubeObject, { snapshot }: SeenFleet): readonly FleetCluster[] {
  return snapshot.clusters.filter(
    ({ namespace, fitout }) => namespace === metadata.namespace && fitout === metadata.name,
  )
}

function selectorWords({ spec }: Fitout): string {
  try {
    return formatSelector(compileLabelSelector(spec.clusterSelector))
  } catch (error) {
    if (error instanceof SelectorError) return ''
    throw error
  }
}

interface StepSubject {
  readonly fitout: Fitout | undefined
  readonly clusters: readonly FleetCluster[]
}

function stepRow(step: FitoutStep, index: number, { fitout, clusters }: StepSubject): FitoutStepRow {
  const before = index > 0 ? fitout?.spec.steps[index - 1] : undefined
  const runs = clusters.flatMap(({ steps }) => steps.filter(({ name }) => name === step.name).map(tookMs))
  const { count, ...times } = sumDurations(runs)
  const { gate, packs = [], resourceSets = [], handOver = [] } = step
  return {
    name: step.name,
    dependsOn: step.dependsOn ?? (before ? [before.name] : []),
    ...(gate ? { gate } : {}),
    packs,
    resourceSets,
    proof: proofWords(step),
    handOver: handOver.flatMap(({ keys }) => Object.keys(keys)),
    timeout: secondsIn(step.timeout) ?? 0,
    ...times,
    runs: count,
    needsAttention: clusters.filter(one => needsAction(one) && stepOf(one)?.name === step.name).length,
    spec: step,
  }
}

function proofWords({ proof: { preset, objects = [] } }: FitoutStep): string {
  const parts = [
    ...(preset === undefined ? [] : [`preset ${preset}`]),
    ...(objects.length === 0 ? [] : [counted(objects.length, 'object')]),
  ]
  return parts.join(', ')
}

function sameNameOf(fitout: Fitout, { fitoutObjects }: SeenFleet): readonly FitoutDifference[] {
  const { namespace: own, name } = fitout.metadata
  return fitoutObjects().flatMap(object => {
    const { namespace = '' } = object.metadata
    const reading = object.metadata.name === name && namespace !== own ? readFitout(object) : undefined
    if (reading === undefined || reading.kind === 'misshapen') return []
    return [{ namespace, steps: differingSteps(fitout, reading.fitout) }]
  })
}

function differingSteps({ spec: one }: Fitout, { spec: other }: Fitout): readonly string[] {
  const names = [...new Set([...one.steps, ...other.steps].map(step => step.name))]
  return names.filter(name => !isEqual(stepNamed(one.steps, name), stepNamed(other.steps, name)))
}

function stepNamed(steps: readonly FitoutStep[], name: string): FitoutStep | undefined {
  return steps.find(step => step.name === name)
}

function problemsOf(reading: FitoutReading): readonly FitoutProblem[] {
  if (reading.kind === 'valid') return []
  return reading.problems.map(({ code, path, message }) => ({ code, field: formatPath(path), message }))
}

function labelsIn({ metadata }: KubeObject, { clusterObjects }: SeenFleet): readonly string[] {
  const near = clusterObjects().filter(one => one.metadata.namespace === metadata.namespace)
  const pairs = near.flatMap(one => Object.entries(one.metadata.labels ?? {}).map(pair => pair.join('=')))
  return [...new Set(pairs)].toSorted().slice(0, MOST_LABELS)
}

function yamlOf({ apiVersion, kind, metadata, ...rest }: KubeObject): string {
  const { name, namespace, labels, annotations } = metadata
  const own = { apiVersion, kind, metadata: { name, namespace, labels, annotations }, spec: rest['spec'] }
  return yamlDocument(JSON.stringify(own))
}

function idOfFitout({ metadata: { namespace = '', name } }: KubeObject): string {
  return `${namespace}/${name}`
}
