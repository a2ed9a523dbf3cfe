import { qualifiedName } from '../../domain/object/qualified-name.ts'
import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import {
  type ClusterIdentity,
  type FoundSource,
  resolveName,
} from '../../domain/hand-over/cluster-identity.ts'
import type { HandOverHold } from '../../domain/hand-over/hand-over-hold.ts'
import { readHandOver } from '../../domain/hand-over/read/read-hand-over.ts'
import { type ClusterTraits, clusterVariables } from '../../domain/hand-over/render/cluster-variables.ts'
import { renderTemplates } from '../../domain/hand-over/render/render-templates.ts'
import { joinVariables, type Variables } from '../../domain/hand-over/render/variables.ts'
import { type AddressableCluster, addresseeHold } from '../../domain/hand-over/wrap/addressees.ts'
import { judgeDelivered } from '../../domain/hand-over/wrap/judge-delivered.ts'
import { type WrappedHandOver, wrapHandOver } from '../../domain/hand-over/wrap/wrap-hand-over.ts'
import type { Hold } from '../../domain/plan/cluster-facts.ts'
import type { UnreadPart } from '../../domain/proof/read/query.ts'
import { hold } from '../../domain/plan/holds.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { Api, Call, Resource } from '../../engine/api/api.ts'
import { resources } from '../world/resources.ts'
import type { WorkloadView } from '../views/workload-view.ts'

/** What a step hands over: the objects to write, and what keeps the values from being where they shall be. */
export interface GatheredHandOver {
  readonly wrapped: WrappedHandOver | undefined
  readonly holds: readonly Hold[]
  /** Why it could not be read. */
  readonly unread?: UnreadPart
}

export interface GatherHandOverRequest {
  readonly step: FitoutStep
  readonly cluster: ClusterTraits
  /** The Clusters that carry its address. */
  readonly addressees: readonly AddressableCluster[]
  readonly management: Api
  readonly view: WorkloadView
  readonly call: Call
}

/** All is where it shall be, and nothing is left to write. */
export const nothingToHandOver: GatheredHandOver = { wrapped: undefined, holds: [] }

/** Reads the values of a step, wraps them, and looks whether they have arrived. */
export async function gatherHandOver(request: GatherHandOverRequest): Promise<GatheredHandOver> {
  const { step, cluster } = request
  const from = step.handOver?.map(({ from: { secret } }) => secret) ?? []
  const [secrets, configMaps] = await Promise.all([
    readAll(request, resources.secret, from),
    readAll(request, resources.configMap, step.render ?? []),
  ])
  const made = make(step, cluster, { secrets, configMaps })
  if (!made.ok) return { wrapped: undefined, holds: made.holds.map(held) }
  return { wrapped: made.wrapped, holds: await arrival(request, made.wrapped) }
}

type Found = ReadonlyMap<string, FoundSource>

interface Sources {
  readonly secrets: Found
  readonly configMaps: Found
}

function make(
  step: FitoutStep,
  cluster: ClusterTraits,
  { secrets, configMaps }: Sources,
): ReturnType<typeof wrapHandOver> {
  const read = readHandOver({ step, cluster, secrets: lookupIn(secrets) })
  if (!read.ok) return read
  const drawn = render(step, cluster, { variables: read.variables, configMaps })
  if (!drawn.ok) return drawn
  const { targets } = read
  return wrapHandOver({
    cluster,
    step: step.name,
    targets,
    rendered: drawn.rendered,
    version: 'v1beta2',
  })
}

// Without a template nobody looks at the variables, which take as long as all the rest.
function render(
  step: FitoutStep,
  cluster: ClusterTraits,
  { variables, configMaps }: { readonly variables: Variables; readonly configMaps: Found },
): ReturnType<typeof renderTemplates> {
  if (step.render === undefined) return { ok: true, rendered: [] }
  return renderTemplates({
    step,
    cluster,
    configMaps: lookupIn(configMaps),
    variables: joinVariables(clusterVariables(cluster), variables),
  })
}

// Who else would get it is asked first: then nothing is written, and what was is withdrawn.
async function arrival(request: GatherHandOverRequest, wrapped: WrappedHandOver): Promise<readonly Hold[]> {
  const { cluster, addressees, view, call } = request
  const astray = addresseeHold(wrapped.resourceSet, cluster, addressees)
  if (astray) return [held(astray)]
  const secrets = wrapped.objects.filter(({ data }) => data !== undefined)
  const found = new Map<string, FoundSource>()
  const spaces = new Map<string, FoundSource>()
  await Promise.all(
    secrets.map(async ({ namespace, name }) => {
      const source = await readOne(view.api, { resource: resources.secret, namespace, name }, call)
      found.set(qualifiedName({ namespace, name }), source)
    }),
  )
  // A namespace in which a Secret was found is there.
  const absent = secrets.filter(({ namespace, name }) => found.get(`${namespace}/${name}`) === 'missing')
  const namespaces = new Set(absent.map(({ namespace }) => namespace))
  await Promise.all(
    [...namespaces].map(async name =>
      spaces.set(name, await readOne(view.api, { resource: resources.namespace, name }, call)),
    ),
  )
  return judgeDelivered(wrapped, {
    namespace: name => spaces.get(name) ?? 'missing',
    secret: (namespace, name) => found.get(qualifiedName({ namespace, name })) ?? 'missing',
  }).map(held)
}

async function readAll(
  { management, cluster, call }: GatherHandOverRequest,
  resource: Resource,
  templates: readonly string[],
): Promise<ReadonlyMap<string, FoundSource>> {
  const { namespace } = cluster
  const reads = [...namesOf(templates, cluster)].map(
    async name => [name, await readOne(management, { resource, namespace, name }, call)] as const,
  )
  return new Map(await Promise.all(reads))
}

function namesOf(templates: readonly string[], cluster: ClusterIdentity): ReadonlySet<string> {
  return new Set(
    templates.flatMap(template => {
      const resolved = resolveName(template, cluster)
      return resolved.ok ? [resolved.name] : []
    }),
  )
}

function lookupIn(found: ReadonlyMap<string, FoundSource>): (name: string) => FoundSource {
  return name => found.get(name) ?? 'missing'
}

async function readOne(api: Api, ref: Parameters<Api['get']>[0], call: Call): Promise<FoundSource> {
  try {
    return { found: await api.get(ref, call) }
  } catch (error) {
    if (hasCode(error, 'NotFound')) return 'missing'
    if (hasCode(error, 'Forbidden')) return { refused: 'Fitout is not allowed to read it' }
    throw error
  }
}

function held({ reason, message, source }: HandOverHold): Hold {
  return hold(reason, message, { source })
}
