import { isFields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import type { YamlPath } from '../../yaml/node/node-at.ts'
import { decodeBase64 } from '../../bytes/base64.ts'
import { decodeUtf8 } from '../../bytes/utf8.ts'
import { type LintObject, makeObject, objectsWithin } from './lint-object.ts'

/** Whether an object is a ClusterResourceSet. */
export function isResourceSet({ group, kind }: LintObject): boolean {
  return kind === 'ClusterResourceSet' && group === 'addons.cluster.x-k8s.io'
}

/** The ConfigMaps and Secrets that ClusterResourceSets list. Those that kustomize renames cannot be told by name. */
export const sourcesOfSets = oncePerObject((objects: readonly LintObject[]): readonly LintObject[] => {
  const listed = new Set<string>()
  for (const set of objects.filter(isResourceSet))
    for (const ref of itemsIn(partOf(set.content, 'spec'), 'resources'))
      listed.add(`${textIn(ref, 'kind')}/${textIn(ref, 'name')}`)
  return objects.filter(
    ({ kind, name, apiVersion }) => apiVersion === 'v1' && listed.has(`${kind}/${name}`) && name !== '',
  )
})

/** The objects that others carry to clusters. */
export function carriedBy(objects: readonly LintObject[]): readonly LintObject[] {
  return [...sourcesOfSets(objects).flatMap(ofSource), ...objects.flatMap(ofTemplate)]
}

const ofSource = oncePerObject((source: LintObject) =>
  source.isEncrypted ? [] : textsOf(source).flatMap(({ path, text }) => objectsWithin(source, path, text)),
)

/** The values of a ConfigMap or Secret that are text, and where they stand. */
export function textsOf({ kind, content }: LintObject): readonly { path: YamlPath; text: string }[] {
  const plain = (field: string) =>
    Object.entries(partOf(content, field)).flatMap(([key, text]) =>
      typeof text === 'string' ? [{ path: [field, key], text }] : [],
    )
  if (kind !== 'Secret') return plain('data')
  const decoded = plain('data').flatMap(({ path, text }) => {
    const found = decodeUtf8(decodeBase64(text).bytes)
    return found === undefined ? [] : [{ path, text: found }]
  })
  return [...decoded, ...plain('stringData')]
}

// A ResourceSet without inputs applies its resources as they stand.
const ofTemplate = oncePerObject((host: LintObject): readonly LintObject[] => {
  const spec = partOf(host.content, 'spec')
  if (host.kind !== 'ResourceSet' || spec['inputs'] !== undefined || spec['inputsFrom'] !== undefined)
    return []
  const list = spec['resources']
  if (!Array.isArray(list)) return []
  return list.flatMap((item: unknown, index) =>
    isFields(item) && typeof item['kind'] === 'string'
      ? [
          makeObject(item, {
            path: host.path,
            placeOf: (path = [], part = 'value') => host.placeOf(['spec', 'resources', index, ...path], part),
            host,
          }),
        ]
      : [],
  )
})
