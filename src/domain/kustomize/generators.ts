import { encodeBase64 } from '../bytes/base64.ts'
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.ts'
import { type Fields, isFields, partOf, textIn, textsIn } from '../object/fields.ts'
import { withoutFields } from '../object/without-fields.ts'
import { resolved } from '../apply/choose-files.ts'
import { fileNameOf, type KustomizeFile } from '../lint/model/kustomize-file.ts'
import { addEntries } from './edit-fields.ts'
import { makeObject } from '../lint/model/lint-object.ts'
import { type NotRendered, renderedAsIs, type RenderedObject, withContent } from './rendered.ts'

/** The bytes of any file of the repository. */
export type BytesOf = (path: string) => Uint8Array | undefined

interface Generation {
  readonly objects: readonly RenderedObject[]
  readonly notFollowed: readonly NotRendered[]
}

/** What the generators of a kustomization make of the objects that are there: they add some, and may change some. */
export function generated(
  file: KustomizeFile,
  given: readonly RenderedObject[],
  bytesOf: BytesOf,
): Generation {
  let objects = given
  const notFollowed: NotRendered[] = []
  for (const field of ['configMapGenerator', 'secretGenerator'] as const) {
    const list = file.fields[field]
    if (!Array.isArray(list)) continue
    for (const [index, item] of list.entries()) {
      if (!isFields(item)) continue
      const place = () => file.document.placeOf([field, index])
      const data = dataOf(item, file, field === 'secretGenerator' ? plainly(bytesOf) : bytesOf)
      if (typeof data === 'string') {
        notFollowed.push({ place: place(), because: data })
        continue
      }
      const made = madeObject(item, { file, field, data, place })
      objects = placed(objects, made, textIn(item, 'behavior', 'create'))
    }
  }
  return { objects, notFollowed }
}

interface Making {
  readonly file: KustomizeFile
  readonly field: 'configMapGenerator' | 'secretGenerator'
  readonly data: ReadonlyMap<string, Uint8Array>
  readonly place: () => ReturnType<KustomizeFile['document']['placeOf']>
}

function madeObject(item: Fields, { file, field, data, place }: Making): RenderedObject {
  const options = partOf(file.fields, 'generatorOptions')
  const own = partOf(item, 'options')
  const isSecret = field === 'secretGenerator'
  const entries = (part: 'labels' | 'annotations') => {
    const all = { ...partOf(options, part), ...partOf(own, part) }
    return Object.keys(all).length === 0 ? {} : { [part]: all }
  }
  const namespace = textIn(item, 'namespace')
  const content = {
    apiVersion: 'v1',
    kind: isSecret ? 'Secret' : 'ConfigMap',
    metadata: {
      name: textIn(item, 'name'),
      ...(namespace === '' ? {} : { namespace }),
      ...entries('labels'),
      ...entries('annotations'),
    },
    ...(isSecret ? { type: textIn(item, 'type', 'Opaque') } : {}),
    ...(isSecret ? secretData(data) : configData(data)),
    ...((own['immutable'] ?? options['immutable']) === true ? { immutable: true } : {}),
  }
  const isHashed = (own['disableNameSuffixHash'] ?? options['disableNameSuffixHash']) !== true
  return renderedAsIs(makeObject(content, { path: file.path, placeOf: place, isHashed }))
}

function secretData(data: ReadonlyMap<string, Uint8Array>): Fields {
  if (data.size === 0) return {}
  return { data: Object.fromEntries([...data].map(([key, bytes]) => [key, encodeBase64(bytes)])) }
}

function configData(data: ReadonlyMap<string, Uint8Array>): Fields {
  const read = [...data].map(([key, bytes]) => ({ key, bytes, text: decodeUtf8(bytes) }))
  const texts = read.flatMap(({ key, text }) => (text === undefined ? [] : [[key, text] as const]))
  const binary = read.flatMap(({ key, bytes, text }) =>
    text === undefined ? [[key, encodeBase64(bytes)] as const] : [],
  )
  return {
    ...(texts.length === 0 ? {} : { data: Object.fromEntries(texts) }),
    ...(binary.length === 0 ? {} : { binaryData: Object.fromEntries(binary) }),
  }
}

function placed(
  objects: readonly RenderedObject[],
  made: RenderedObject,
  behavior: string,
): readonly RenderedObject[] {
  if (behavior !== 'merge' && behavior !== 'replace') return [...objects, made]
  return objects.map(object => {
    if (object.kind !== made.kind || !object.formerNames.includes(made.name)) return object
    const mix = (field: string) => {
      const before = behavior === 'merge' ? partOf(object.content, field) : {}
      const all = { ...before, ...partOf(made.content, field) }
      return Object.keys(all).length === 0 ? {} : { [field]: all }
    }
    const rest = withoutFields(object.content, 'data', 'binaryData')
    const labelled = (['labels', 'annotations'] as const).reduce(
      (content: Fields, part) =>
        addEntries(content, ['metadata', part], partOf(partOf(made.content, 'metadata'), part)),
      { ...rest, ...mix('data'), ...mix('binaryData') },
    )
    return withContent(object, labelled)
  })
}

/** A text says why the bytes are not those that kustomize reads. */
type PlainBytesOf = (path: string) => Uint8Array | string | undefined

// Flux decrypts the files of secretGenerator before kustomize reads them: the hash is that of the content that nobody here knows.
function plainly(bytesOf: BytesOf): PlainBytesOf {
  return path => {
    const bytes = bytesOf(path)
    const text = bytes && decodeUtf8(bytes)
    const isEncrypted = text?.includes('ENC[AES256_GCM,') === true && /[{\s]"?sops[_":]/m.test(text)
    return isEncrypted ? 'is encrypted by SOPS, so that what is generated from it is not known' : bytes
  }
}

// A text says why the data is not known.
function dataOf(
  item: Fields,
  file: KustomizeFile,
  bytesOf: PlainBytesOf,
): ReadonlyMap<string, Uint8Array> | string {
  const data = new Map<string, Uint8Array>()
  const bytesAt = (name: string) => {
    const path = resolved(file.folder, name)
    return path === undefined ? undefined : bytesOf(path)
  }
  for (const name of [...textsIn(item, 'envs'), ...textsIn(item, 'env'), textIn(item, 'env')]) {
    if (name === '') continue
    const text = bytesAt(name)
    if (typeof text !== 'object') return `${name} ${text ?? 'cannot be read'}`
    for (const line of (decodeUtf8(text) ?? '').split('\n')) {
      const entry = line.replace(/\r$/, '').trimStart()
      const at = entry.indexOf('=')
      if (entry === '' || entry.startsWith('#')) continue
      if (at === -1) return `${entry} in ${name} is taken from the environment of kustomize`
      data.set(entry.slice(0, at), encodeUtf8(entry.slice(at + 1)))
    }
  }
  for (const literal of textsIn(item, 'literals')) {
    const at = literal.indexOf('=')
    if (at === -1) return 'a literal has no value'
    data.set(literal.slice(0, at), encodeUtf8(literal.slice(at + 1).replace(/^(['"])([^]*)\1$/, '$2')))
  }
  for (const source of textsIn(item, 'files')) {
    const at = source.indexOf('=')
    const bytes = bytesAt(source.slice(at + 1))
    if (typeof bytes !== 'object') return `${source.slice(at + 1)} ${bytes ?? 'cannot be read'}`
    data.set(at === -1 ? fileNameOf(source) : source.slice(0, at), bytes)
  }
  return data
}
