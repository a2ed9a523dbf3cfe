import { FIELD_MANAGER, applierOf, isOfRecord } from '../../domain/apply/ownership.ts'
import { type DesiredObject, scopeProblem } from '../../domain/apply/read-desired.ts'
import { isFields, itemsIn, partOf } from '../../domain/object/fields.ts'
import { isEqual } from '../../domain/object/is-equal.ts'
import { ApiError, type ApiErrorCode, hasCode } from '../../engine/api/api-error.ts'
import { apiVersionOf, type Resource } from '../../engine/api/api.ts'
import { findObject } from '../../engine/api/find-object.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { findLive, objectRefOf, untilGone } from './live-object.ts'
import { type ApplyRun, type ObjectResult, checkStopped } from './run-state.ts'
import { definitions, definedResource, servedVersions } from './served-kinds.ts'

const POLL_MS = 500
const bookkeeping = new Set(['managedFields', 'resourceVersion'])

/** Applies objects stage by stage: namespaces, CRDs until they are served, the rest. Tells of each, and gives the results. */
export async function applyObjects(
  run: ApplyRun,
  desired: readonly DesiredObject[],
): Promise<readonly ObjectResult[]> {
  const results: ObjectResult[] = []
  for (const stage of stagesOf(desired)) {
    for (const each of stage) {
      checkStopped(run)
      const result = await applyOne(run, each)
      run.tell(result)
      results.push(result)
    }
    const isGround = stage[0]?.stage === 'namespaces' || stage[0]?.stage === 'crds'
    // Without its namespace or its kind, each object behind would only repeat the same fault.
    if (isGround && results.some(({ action }) => action === 'refused')) return results
    if (stage[0]?.stage !== 'crds' || run.isDryRun) continue
    const late = await untilServed(run, stage)
    if (late) {
      run.tell(late)
      return [...results, late]
    }
  }
  return results
}

function stagesOf(desired: readonly DesiredObject[]): readonly (readonly DesiredObject[])[] {
  const stages: DesiredObject[][] = []
  for (const each of desired) {
    const last = stages.at(-1)
    if (last?.[0]?.stage === each.stage) last.push(each)
    else stages.push([each])
  }
  return stages
}

async function applyOne(run: ApplyRun, desired: DesiredObject): Promise<ObjectResult> {
  const { manifest } = desired
  const resource = await run.kinds.find(manifest.apiVersion, manifest.kind)
  if (!resource) return notServed(run, desired)
  const scope = scopeProblem(manifest, resource.scope === 'Namespaced')
  if (scope) return refused(desired, { code: 'Invalid', why: scope.message })
  try {
    return await applyTo(run, resource, desired)
  } catch (error) {
    if (!hasCode(error, ...objectFaults)) throw error
    // The namespace is one of the objects before it, and is not there yet.
    if (run.isDryRun && error.code === 'NotFound')
      return unchecked(desired, 'its namespace does not exist yet')
    return refused(desired, { code: error.code, why: whyRefused(error, desired) })
  }
}

/** Faults of one object. After all others no further object can be applied either. */
const objectFaults: readonly ApiErrorCode[] = [
  'Conflict',
  'Denied',
  'Forbidden',
  'Invalid',
  'NotFound',
  'NotServed',
  'ServerError',
  'TooLarge',
]

async function applyTo(run: ApplyRun, resource: Resource, desired: DesiredObject): Promise<ObjectResult> {
  const ref = objectRefOf(resource, desired.manifest)
  const before = await findLive(run, ref, { metadataOnly: !run.isDryRun })
  // What is about to go would take our change with it.
  if (before?.metadata.deletionTimestamp !== undefined && !run.isDryRun) {
    if (!(await untilGone(run, ref, before.metadata.uid))) return beingDeleted(desired)
  }
  const applier = before ? applierOf(before) : ''
  if (applier !== '' && !isOfRecord(applier, run.owner))
    return refused(desired, { code: 'Conflict', why: `it is applied by ${JSON.stringify(applier)}` })

  const { after, note } = await applyWithOthers(run, resource, desired)
  if (after.metadata.deletionTimestamp !== undefined && !run.isDryRun) {
    if (!(await untilGone(run, ref, after.metadata.uid))) return beingDeleted(desired)
    return applyTo(run, resource, desired)
  }
  return {
    object: desired.manifest,
    action: actionOf(run, before, after),
    ...(note === undefined ? {} : { note }),
  }
}

function actionOf(
  { isDryRun }: ApplyRun,
  before: KubeObject | undefined,
  after: KubeObject,
): 'created' | 'configured' | 'unchanged' {
  if (!before || before.metadata.uid !== after.metadata.uid) return 'created'
  // A dry run gives the version of before, whatever it would change.
  if (isDryRun) return isEqual(before, after, bookkeeping) ? 'unchanged' : 'configured'
  return before.metadata.resourceVersion === after.metadata.resourceVersion ? 'unchanged' : 'configured'
}

interface Applied {
  readonly after: KubeObject
  readonly note?: string
}

// As Flux does: what Git says wins over other managers. But not in silence.
async function applyWithOthers(run: ApplyRun, resource: Resource, desired: DesiredObject): Promise<Applied> {
  const object = { ...desired.content, apiVersion: apiVersionOf(resource) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has a kind and a name: who read it saw to that
  const sent = object as unknown as KubeObject
  const call = { fieldManager: FIELD_MANAGER, dryRun: run.isDryRun }
  try {
    return { after: await run.api.apply(resource, sent, call) }
  } catch (error) {
    if (!hasCode(error, 'Conflict')) throw error
    const after = await run.api.apply(resource, sent, { ...call, force: true })
    return { after, note: `took fields over: ${error.detail ?? 'other managers had them'}` }
  }
}

function whyRefused({ code, detail }: ApiError, { manifest }: DesiredObject): string {
  if (code === 'Forbidden')
    return `you are not allowed to apply it${detail === undefined ? '' : `: ${detail}`}`
  if (code === 'NotFound')
    return `namespace "${manifest.namespace}" does not exist; if Git has it, --all makes it again`
  return detail ?? `the server responds with ${code}`
}

interface Refused {
  readonly code: ObjectResult['code'] & string
  readonly why: string
}

function refused({ manifest }: DesiredObject, { code, why }: Refused): ObjectResult {
  const { path, line, column } = manifest.place()
  return { object: manifest, action: 'refused', note: why, code, place: `${path}:${line}:${column}` }
}

function beingDeleted(desired: DesiredObject): ObjectResult {
  return refused(desired, { code: 'TooLate', why: 'it is being deleted, and was not gone in time' })
}

function unchecked({ manifest }: DesiredObject, why: string): ObjectResult {
  return { object: manifest, action: 'created', note: `not checked: ${why}` }
}

function notServed(run: ApplyRun, desired: DesiredObject): ObjectResult {
  const { kind, apiVersion } = desired.manifest
  if (run.isDryRun) return unchecked(desired, `the server does not serve ${kind} of ${apiVersion} yet`)
  const why = `the server does not serve ${kind} of ${apiVersion}; if Git has its CustomResourceDefinition, --all makes it again`
  return refused(desired, { code: 'NotServed', why })
}

/** Waits until the server serves what was just defined; gives the one that it does not serve in time. */
async function untilServed(run: ApplyRun, crds: readonly DesiredObject[]): Promise<ObjectResult | undefined> {
  for (const crd of crds) {
    while (!(await isServed(run, crd.manifest.name))) {
      if (run.clock.elapsed() >= run.deadline)
        return refused(crd, { code: 'TooLate', why: 'it was not established in time' })
      checkStopped(run)
      await run.clock.sleep(POLL_MS, run.signal)
    }
  }
  run.kinds.forget()
  return undefined
}

async function isServed(run: ApplyRun, name: string): Promise<boolean> {
  const definition = await findObject(run.api, { resource: definitions, name })
  const conditions = definition ? itemsIn(partOf(definition, 'status'), 'conditions').filter(isFields) : []
  const isEstablished = conditions.some(each => each['type'] === 'Established' && each['status'] === 'True')
  const resource = definition && definedResource(definition)
  if (!isEstablished || !resource) return false
  run.kinds.forget()
  for (const version of servedVersions(definition)) {
    if (!(await run.kinds.find(`${resource.group}/${version}`, resource.kind))) return false
  }
  return true
}
