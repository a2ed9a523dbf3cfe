import { type Fields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import type { SeenRef, SeenObject } from '../seen-object.ts'

/** What a pod that has not started names and cannot start without: claims, ConfigMaps, Secrets, classes, its node. */
export function namedInPod({ ref, fields }: SeenObject): readonly SeenRef[] {
  const { on, namespace } = ref
  const [spec, status] = [partOf(fields, 'spec'), partOf(fields, 'status')]
  const started = itemsIn(status, 'containerStatuses').some(one => 'running' in partOf(one, 'state'))
  if (namespace === undefined || started) return []
  const here = (kind: string, name: string) => ({ on, apiVersion: 'v1', kind, namespace, name })
  const all: readonly SeenRef[] = [
    ...itemsIn(spec, 'volumes').flatMap(volume => inVolume(volume).map(([kind, name]) => here(kind, name))),
    ...[...itemsIn(spec, 'initContainers'), ...itemsIn(spec, 'containers')].flatMap(container =>
      inContainer(container).map(([kind, name]) => here(kind, name)),
    ),
    { on, apiVersion: 'v1', kind: 'Node', name: textIn(spec, 'nodeName') },
  ]
  const named = all.filter(({ name }) => name !== '')
  return [...new Map(named.map(one => [`${one.kind} ${one.name}`, one])).values()]
}

type Named = readonly [kind: string, name: string]

function inVolume(volume: Fields): readonly Named[] {
  const claim = textIn(partOf(volume, 'persistentVolumeClaim'), 'claimName')
  const sources = [volume, ...itemsIn(partOf(volume, 'projected'), 'sources')]
  return [
    ['PersistentVolumeClaim', claim],
    ...sources.flatMap(source => [
      ...unlessOptional('ConfigMap', partOf(source, 'configMap'), 'name'),
      ...unlessOptional('Secret', partOf(source, 'secret'), source === volume ? 'secretName' : 'name'),
    ]),
  ]
}

function inContainer(container: Fields): readonly Named[] {
  const values = itemsIn(container, 'env').map(one => partOf(one, 'valueFrom'))
  return [
    ...values.flatMap(from => [
      ...unlessOptional('ConfigMap', partOf(from, 'configMapKeyRef'), 'name'),
      ...unlessOptional('Secret', partOf(from, 'secretKeyRef'), 'name'),
    ]),
    ...itemsIn(container, 'envFrom').flatMap(from => [
      ...unlessOptional('ConfigMap', partOf(from, 'configMapRef'), 'name'),
      ...unlessOptional('Secret', partOf(from, 'secretRef'), 'name'),
    ]),
  ]
}

function unlessOptional(kind: string, source: Fields, name: string): readonly Named[] {
  return source['optional'] === true ? [] : [[kind, textIn(source, name)]]
}
