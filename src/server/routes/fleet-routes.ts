import { gatherFacts } from '../../controller/world/gatherer.ts'
import { explain } from '../../domain/explain/explain.ts'
import { standing } from '../../domain/fleet/standing.ts'
import { liveGatherer } from '../../fleet/why/live-gatherer.ts'
import { clusterAnswer, demandSeenCluster } from '../answers/cluster-answer.ts'
import { compatAnswer } from '../answers/compat-answer.ts'
import { fitoutAnswer, fitoutListAnswer } from '../answers/fitout-answer.ts'
import { fleetAnswer } from '../answers/fleet-answer.ts'
import { objectListAnswer } from '../answers/object-list-answer.ts'
import { stepAnswer } from '../answers/step-answer.ts'
import { gatherStep } from '../answers/step-facts.ts'
import type { WhyResponse } from '../api/cluster-response.ts'
import { type SeenFleet, viewFleet } from '../fleet/seen-fleet.ts'
import { HttpRefusal } from '../http/http-refusal.ts'
import type { RouteAnswer, UserRequest, UserRoute } from '../http/server-route.ts'
import { readSeq, readTopics } from '../stream/read-topics.ts'
import type { ConsoleWorld } from './console-world.ts'

/** The routes that show the fleet. They read, and change nothing. */
export function fleetRoutes(world: ConsoleWorld): readonly UserRoute[] {
  const { fleet, facts } = world
  const seen = (make: (view: SeenFleet, request: UserRequest) => object | Promise<object>) => {
    return async (request: UserRequest): Promise<RouteAnswer> => {
      const view = await viewFleet(fleet, request.session)
      return { kind: 'json', body: await make(view, request) }
    }
  }
  return [
    {
      ...reads('fleet'),
      handle: seen((view, { head: { query } }) =>
        fleetAnswer(view, { q: query.get('q') ?? '', cursor: query.get('cursor') ?? undefined }),
      ),
    },
    {
      ...reads(CLUSTER),
      handle: seen((view, request) => clusterAnswer(view, idOfPath(request), { facts })),
    },
    { ...reads(`${CLUSTER}/why`), handle: seen(whyAnswer) },
    {
      ...reads(`${CLUSTER}/steps/{step}`),
      handle: seen(async (view, request) => {
        const question = { id: idOfPath(request), step: request.params['step'] ?? '' }
        return stepAnswer(view, await gatherStep(view, question, request.session.reader.link))
      }),
    },
    {
      ...reads(`${CLUSTER}/objects`),
      handle: seen((view, request) => {
        const { query } = request.head
        const wanted = (name: string) => query.get(name) ?? undefined
        const question = { health: wanted('health'), step: wanted('step'), cursor: wanted('cursor') }
        return objectListAnswer(view, idOfPath(request), question)
      }),
    },
    { ...reads('fitouts'), handle: seen(view => fitoutListAnswer(view)) },
    {
      ...reads('fitouts/{namespace}/{name}'),
      handle: seen((view, request) => fitoutAnswer(view, idOfPath(request))),
    },
    {
      ...reads('compat'),
      handle: seen((view, { head: { query } }) => compatAnswer(view, query.get('k8s') ?? undefined, facts)),
    },
    { ...reads('stream'), handle: request => openStream(request, world) },
  ]
}

const CLUSTER = 'clusters/{namespace}/{name}'

function reads(path: string): Omit<UserRoute, 'handle'> {
  const right = path.includes('{namespace}') ? 'namespace' : 'session'
  return { method: 'GET', path: `/api/v1/${path}`, right, effect: 'nothing' }
}

function idOfPath({ params: { namespace = '', name = '' } }: UserRequest): string {
  return `${namespace}/${name}`
}

/** Read from the clusters now, with the rights of the user. */
async function whyAnswer(view: SeenFleet, request: UserRequest): Promise<WhyResponse> {
  const { fresh, snapshot } = view
  const cluster = demandSeenCluster(view, idOfPath(request))
  const step = request.head.query.get('step') ?? undefined
  const asked = step === undefined ? cluster : cluster.steps.find(({ name }) => name === step)
  if (!asked) throw new HttpRefusal('NotFound', `Cluster ${idOfPath(request)} has no such step`)
  const answer = { ...fresh, standing: standing(cluster, snapshot) }
  if (asked.state === 'Ready') return answer
  const gatherer = liveGatherer(request.session.reader.link, { fleet: snapshot, cluster, step })
  try {
    return { ...answer, why: explain(await gatherFacts(gatherer)) }
  } finally {
    gatherer.close()
  }
}

function openStream({ head, session }: UserRequest, { streams }: ConsoleWorld): RouteAnswer {
  const topics = readTopics(head.query.get('topics') ?? '')
  const after = readSeq(head.headers['last-event-id'], head.query.get('after'))
  streams.admit(session)
  return { kind: 'stream', open: output => streams.open({ session, topics, after }, output) }
}
