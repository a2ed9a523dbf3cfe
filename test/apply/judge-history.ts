import { isFields, partOf, textIn } from '../../src/domain/object/fields.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import type { PlayedHistory } from './play-history.ts'
import { wantedOnCluster } from './wanted-objects.ts'

const kinds = [
  'v1 Namespace',
  'v1 ConfigMap',
  'v1 Secret',
  'apiextensions.k8s.io/v1 CustomResourceDefinition',
  'example.com/v1 Widget',
]
const ofTheCluster =
  /^Namespace (default|kube-.*)$|^ConfigMap kube-system\/fitout-apply|^ConfigMap .*kube-root-ca/

/** Says what is wrong at the end of a history; empty for nothing. Shares no code with what applies. */
export function judgeHistory(played: PlayedHistory): readonly string[] {
  const { scene, wanted, strangers, last } = played
  const faults = last.exitCode === 0 ? [] : [`the last job ended with ${last.exitCode}`]
  const there = new Map<string, KubeObject>()
  for (const kind of kinds) for (const object of objectsOf(played, kind)) there.set(nameOf(object), object)

  for (const stranger of strangers) {
    const now = there.get(nameOf(stranger))
    if (now?.metadata.uid !== stranger.metadata.uid) faults.push(`${nameOf(stranger)} of a stranger is gone`)
    else if (now?.metadata.resourceVersion !== stranger.metadata.resourceVersion)
      faults.push(`${nameOf(stranger)} of a stranger was written`)
    there.delete(nameOf(stranger))
  }
  const expected = wantedOnCluster(wanted)
  for (const [name, value] of expected) {
    const object = there.get(name)
    if (!object) faults.push(`${name} is not there`)
    else if (object.metadata.deletionTimestamp !== undefined) faults.push(`${name} is being deleted`)
    else if (valueOf(object) !== value) faults.push(`${name} has value ${valueOf(object)}, not ${value}`)
  }
  for (const name of there.keys()) {
    if (expected.has(name) || ofTheCluster.test(name) || holdsStrangers(name, strangers)) continue
    faults.push(`${name} is still there`)
  }
  void scene
  return faults
}

// What others have put something into stays, also when Git has dropped it.
function holdsStrangers(name: string, strangers: readonly KubeObject[]): boolean {
  if (name === 'CustomResourceDefinition widgets.example.com')
    return strangers.some(({ kind }) => kind === 'Widget')
  return strangers.some(({ metadata }) => name === `Namespace ${metadata.namespace}`)
}

function objectsOf({ scene: { store } }: PlayedHistory, kind: string): readonly KubeObject[] {
  const [apiVersion = '', name = ''] = kind.split(' ')
  const found = store.kinds.named(apiVersion, name)
  return found ? store.snapshotAt(store.revision, found) : []
}

function nameOf({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}`
}

function valueOf(object: KubeObject): string {
  const data = partOf(object, object.kind === 'Widget' ? 'spec' : 'data')
  const text = textIn(data, 'value')
  if (object.kind === 'Secret') return Buffer.from(text, 'base64').toString('utf8')
  return text === '' && isFields(object.metadata.labels) ? textIn(object.metadata.labels, 'value') : text
}
