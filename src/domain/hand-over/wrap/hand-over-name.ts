import { encodeUtf8 } from '../../bytes/utf8.ts'
import { names } from '../../api/api-names.ts'
import { sha256Hex } from '../../bytes/sha256.ts'
import { labelValueProblems } from '../../labels/label-key.ts'
import { dns1123LabelProblems } from '../../names/dns-name.ts'
import { FieldReader } from '../../resource-set/field-reader.ts'
import { ResourceSetError } from '../../resource-set/resource-set-error.ts'
import type { ClusterIdentity } from '../cluster-identity.ts'

/** Annotation of the objects of a hand-over: for which Cluster and step they are, in words that were not shortened. */
const HAND_OVER_ANNOTATION = 'fitout.dev/hand-over'

/**
 * The name of the Secret and of the ClusterResourceSet of a hand-over: bound to the UID of the Cluster and to the step.
 *
 * As every API server makes UIDs it can be read; what has another form is hashed, so no two hand-overs share a name.
 */
export function handOverName({ uid }: Pick<ClusterIdentity, 'uid'>, step: string): string {
  const isReadable =
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uid) && dns1123LabelProblems(step).length === 0
  return isReadable ? `fitout-${uid}-${step}` : `fitout-sha256-${digest(JSON.stringify([uid, step]))}`
}

/** Whether a name can be that of a hand-over whose owner label has this value. */
export function isHandOverName(name: string, owner: string): boolean {
  return name.startsWith(`fitout-${owner}-`) || name.startsWith('fitout-sha256-')
}

/** The value of the label by which a Cluster is the addressee of its hand-overs: its UID, or the hash of one that is no label. */
export function addresseeOf({ uid }: Pick<ClusterIdentity, 'uid'>): string {
  return asLabel(uid)
}

/** The labels by which Fitout knows its own objects. */
export function ownLabels(
  { uid }: Pick<ClusterIdentity, 'uid'>,
  step: string,
): Readonly<Record<string, string>> {
  return {
    'app.kubernetes.io/managed-by': 'fitout',
    [names.ownerLabel]: asLabel(uid),
    [names.stepLabel]: asLabel(step),
  }
}

/** For which Cluster and step an object of a hand-over is. @internal */
export interface HandOverOrigin extends ClusterIdentity {
  readonly step: string
}

/** Writes down for which Cluster and step an object is. */
export function originAnnotation(
  { name, uid }: ClusterIdentity,
  step: string,
): Readonly<Record<string, string>> {
  return { [HAND_OVER_ANNOTATION]: JSON.stringify({ cluster: name, uid, step }) }
}

/** Reads for which Cluster and step an object of a hand-over is; undefined for any other object. @internal */
export function readOrigin(object: unknown): HandOverOrigin | undefined {
  try {
    const metadata = new FieldReader(object, 'SOURCE_SHAPE').object('metadata')
    const text = metadata.stringMap('annotations').get(HAND_OVER_ANNOTATION)
    if (text === undefined) return undefined
    const fields = new FieldReader(JSON.parse(text) as unknown, 'SOURCE_SHAPE')
    const [name, uid, step] = [fields.string('cluster'), fields.string('uid'), fields.string('step')]
    const isOurs = metadata.string('name') === handOverName({ uid }, step)
    return isOurs ? { name, namespace: metadata.string('namespace'), uid, step } : undefined
  } catch (error) {
    if (error instanceof ResourceSetError || error instanceof SyntaxError) return undefined
    throw error
  }
}

function asLabel(text: string): string {
  const isLabel = text !== '' && labelValueProblems(text).length === 0 && !text.startsWith('sha256-')
  return isLabel ? text : `sha256-${digest(text).slice(0, 48)}`
}

function digest(text: string): string {
  return sha256Hex([encodeUtf8(text)])
}
