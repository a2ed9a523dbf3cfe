import { type Fields, isFields, itemsIn, partOf, textIn } from '../object/fields.ts'
import { findBuiltInKind } from '../kinds/built-in-kinds.ts'
import { addEntries, editFields, makeFields } from './edit-fields.ts'
import { type RenderedObject, withContent } from './rendered.ts'

type Transform = (content: Fields, object: RenderedObject) => Fields

/** What a kustomization, or a Kustomization of Flux, does to all objects beside its patches; in the order of kustomize. */
export function transformed(objects: readonly RenderedObject[], fields: Fields): readonly RenderedObject[] {
  const steps: readonly Transform[] = [
    content => withNamespace(content, textIn(fields, 'namespace')),
    (content, { kind }) => withPrefix(content, kind, fields),
    content => withLabels(content, fields),
    content => withAnnotations(content, partOf(fields, 'commonAnnotations')),
    (content, object) => withReplicas(content, object, itemsIn(fields, 'replicas')),
    content => withImages(content, itemsIn(fields, 'images')),
  ]
  return objects.map(object => {
    const content = steps.reduce((made, step) => step(made, object), object.content)
    return content === object.content ? object : withContent(object, content)
  })
}

function isClusterScoped(content: Fields): boolean {
  const apiVersion = textIn(content, 'apiVersion')
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  return findBuiltInKind(group, textIn(content, 'kind'))?.scope === 'Cluster'
}

function withNamespace(content: Fields, namespace: string): Fields {
  if (namespace === '') return content
  const kind = textIn(content, 'kind')
  const set = () => namespace
  if (kind === 'Namespace') return editFields(content, ['metadata', 'name'], set)
  const placed = isClusterScoped(content) ? content : makeFields(content, ['metadata', 'namespace'], set)
  if (kind === 'APIService') return editFields(placed, ['spec', 'service', 'namespace'], set)
  if (kind !== 'RoleBinding' && kind !== 'ClusterRoleBinding') return placed
  return editFields(placed, ['subjects'], subject =>
    isFields(subject) && subject['name'] === 'default' ? { ...subject, namespace } : subject,
  )
}

const keepTheirNames = new Set(['CustomResourceDefinition', 'APIService', 'Namespace'])

function withPrefix(content: Fields, kind: string, fields: Fields): Fields {
  const [prefix, suffix] = [textIn(fields, 'namePrefix'), textIn(fields, 'nameSuffix')]
  if (prefix + suffix === '' || keepTheirNames.has(kind)) return content
  return editFields(content, ['metadata', 'name'], name => `${prefix}${String(name)}${suffix}`)
}

const templates: Readonly<Record<string, readonly string[]>> = {
  Deployment: ['spec', 'template'],
  ReplicaSet: ['spec', 'template'],
  ReplicationController: ['spec', 'template'],
  DaemonSet: ['spec', 'template'],
  StatefulSet: ['spec', 'template'],
  Job: ['spec', 'template'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
}

const selectors: Readonly<Record<string, readonly string[]>> = {
  Deployment: ['spec', 'selector', 'matchLabels'],
  ReplicaSet: ['spec', 'selector', 'matchLabels'],
  DaemonSet: ['spec', 'selector', 'matchLabels'],
  StatefulSet: ['spec', 'selector', 'matchLabels'],
  Service: ['spec', 'selector'],
  ReplicationController: ['spec', 'selector'],
}

/** Those that must be there already. */
const givenSelectors: Readonly<Record<string, readonly string[]>> = {
  PodDisruptionBudget: ['spec', 'selector', 'matchLabels'],
  NetworkPolicy: ['spec', 'podSelector', 'matchLabels'],
}

function withLabels(content: Fields, fields: Fields): Fields {
  const common = { pairs: partOf(fields, 'commonLabels'), includeSelectors: true }
  return [common, ...itemsIn(fields, 'labels')].reduce((made: Fields, label) => {
    const pairs = partOf(label, 'pairs')
    if (Object.keys(pairs).length === 0) return made
    const labelled = addEntries(made, ['metadata', 'labels'], pairs)
    const kind = textIn(made, 'kind')
    const selects = label['includeSelectors'] === true
    const template = templates[kind]
    const inTemplate =
      template && (selects || ('includeTemplates' in label && label['includeTemplates'] === true))
        ? addEntries(labelled, [...template, 'metadata', 'labels'], pairs)
        : labelled
    if (!selects) return inTemplate
    const selector = selectors[kind]
    if (selector) return addEntries(inTemplate, selector, pairs)
    const given = givenSelectors[kind]
    return given
      ? editFields(inTemplate, given, value => ({ ...(isFields(value) ? value : {}), ...pairs }))
      : inTemplate
  }, content)
}

function withAnnotations(content: Fields, annotations: Fields): Fields {
  if (Object.keys(annotations).length === 0) return content
  const annotated = addEntries(content, ['metadata', 'annotations'], annotations)
  const template = templates[textIn(content, 'kind')]
  return template ? addEntries(annotated, [...template, 'metadata', 'annotations'], annotations) : annotated
}

const scalable = new Set(['Deployment', 'ReplicationController', 'ReplicaSet', 'StatefulSet'])

function withReplicas(
  content: Fields,
  { kind, formerNames }: RenderedObject,
  replicas: readonly Fields[],
): Fields {
  const own = replicas.find(one => formerNames.includes(textIn(one, 'name')))
  if (!own || !scalable.has(kind)) return content
  return makeFields(content, ['spec', 'replicas'], () => own['count'])
}

function withImages(content: Fields, images: readonly Fields[]): Fields {
  if (images.length === 0) return content
  const edited = inContainers(content, image =>
    typeof image === 'string' ? images.reduce((text, one) => renamedImage(text, one), image) : image,
  )
  return isFields(edited) ? edited : content
}

// Wherever there are containers, as kustomize looks for them.
function inContainers(value: unknown, change: (image: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(item => inContainers(item, change))
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isList = (key === 'containers' || key === 'initContainers') && Array.isArray(item)
      if (!isList) return [key, inContainers(item, change)]
      const list: readonly unknown[] = item
      return [
        key,
        list.map(one =>
          isFields(one) && one['image'] !== undefined ? { ...one, image: change(one['image']) } : one,
        ),
      ]
    }),
  )
}

function renamedImage(image: string, rule: Fields): string {
  const { name, tag, digest } = imageParts(image)
  if (name !== textIn(rule, 'name')) return image
  const given = (field: string) => {
    const value = rule[field]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const newName = given('newName') === '' ? name : given('newName')
  const [newTag, newDigest, end] = [given('newTag'), given('digest'), given('tagSuffix')]
  if (newDigest !== '') return `${newName}${newTag === '' ? '' : `:${newTag}`}@${newDigest}`
  if (newTag !== '') return `${newName}:${newTag}${end}`
  return `${newName}${tag === '' ? '' : `:${tag}${end}`}${digest === '' ? '' : `@${digest}`}`
}

function imageParts(image: string): { readonly name: string; readonly tag: string; readonly digest: string } {
  const at = image.indexOf('@')
  const [whole, digest] = at === -1 ? [image, ''] : [image.slice(0, at), image.slice(at + 1)]
  const colon = whole.indexOf(':', whole.lastIndexOf('/') + 1)
  if (colon === -1) return { name: whole, tag: '', digest }
  return { name: whole.slice(0, colon), tag: whole.slice(colon + 1), digest }
}
