import type { KubeApi } from '../../kube/kube-api.ts'
import type { KubeObject } from '../../kube/kube-object.ts'
import type { Base } from '../base.ts'
import type { World } from '../mutations/mutation.ts'
import type { Answer } from './answer.ts'
import { namesStranger } from './judge-cause.ts'

/** Sentences of an answer that a machine can show to be false. */
export async function falseSentences(base: Base, answer: Answer, world: World): Promise<readonly string[]> {
  const found = [
    await absentThatIsThere(base, answer, world),
    await silentThatWarns(base, answer, world.workload),
    waitsForEver(answer),
    namesStranger(answer.sentence, base.id) ? 'it names an object of another step' : undefined,
    await neverExisted(base, answer, world),
  ]
  return found.flatMap(one => one ?? [])
}

const ABSENT =
  /\b([A-Z]\w+) "?(?:([a-z0-9-]+)\/)?([a-z0-9][a-z0-9.-]*)"?(?:,? which)? (?:does not exist|is not there)\b/

// "does not exist" of what exists.
async function absentThatIsThere(
  base: Base,
  { sentence }: Answer,
  world: World,
): Promise<string | undefined> {
  const [said, kind = '', namespace, name = ''] = ABSENT.exec(sentence) ?? []
  // A version that is not served has no objects, whatever another one has.
  if (said === undefined || sentence.includes('serves no')) return undefined
  const apiVersion = versionOf(base, kind)
  if (apiVersion === undefined) return undefined
  const at = (here: string | undefined) => ({
    apiVersion,
    kind,
    metadata: { name, ...(here === undefined ? {} : { namespace: here }) },
  })
  const there = await Promise.all([
    world.workload.find(at(namespace ?? base.id)).catch(() => undefined),
    world.management.find(at(world.namespace)).catch(() => undefined),
  ])
  return there.some(Boolean) ? `"${said}", but it exists` : undefined
}

const NAMED = /\b([A-Z][A-Za-z]+) ([a-z0-9-]+)\/([a-z0-9][a-z0-9.-]*[a-z0-9])/g

// An object that was never part of the base, and is on neither cluster.
async function neverExisted(base: Base, { sentence }: Answer, world: World): Promise<string | undefined> {
  // What is refused is in Git, and nowhere else.
  if (/refuse|reject|invalid|cannot be (?:applied|built|installed|upgraded)/i.test(sentence)) return undefined
  for (const [said, kind = '', namespace = '', name = ''] of sentence.matchAll(NAMED)) {
    const apiVersion = versionOf(base, kind) ?? (CORE.test(kind) ? 'v1' : undefined)
    const isPart = base.parts.some(({ object }) => object.kind === kind && object.metadata.name === name)
    const isMissing = new RegExp(`${name}.*(?:not exist|not there|not found|missing)`).test(sentence)
    const isHere = namespace === world.namespace
    if (apiVersion === undefined || isMissing || (isPart && !isHere)) continue
    const api = isHere ? world.management : world.workload
    const there = await api.find({ apiVersion, kind, metadata: { name, namespace } }).catch(() => undefined)
    if (!there) return `"${said}", which never existed`
  }
  return undefined
}

const CORE = /^(?:ResourceQuota|LimitRange|ConfigMap|Secret|Service|ServiceAccount)$/

function versionOf({ parts }: Base, kind: string): string | undefined {
  return parts.find(({ object }) => object.kind === kind)?.object.apiVersion
}

// "no event" although there is a warning.
async function silentThatWarns(
  { id }: Base,
  { sentence }: Answer,
  api: KubeApi,
): Promise<string | undefined> {
  if (!/no event/i.test(sentence)) return undefined
  const events = (await api.list('v1', 'Event').catch(() => [])) as readonly (KubeObject & {
    type?: string
    message?: string
  })[]
  const warning = events.find(one => one.metadata.namespace === id && one.type === 'Warning')
  return warning ? `"no event", but there is: ${warning.message ?? ''}` : undefined
}

// What was broken by a mutation never ends by itself.
function waitsForEver({ next }: Answer): string | undefined {
  const [first] = next
  return next.length === 1 && first && /^Wait\b/.test(first.text)
    ? `the only advice is "${first.text}"`
    : undefined
}
