import { EnvsubstError } from '../envsubst/envsubst-error.ts'
import { isMapping, type FluxManifest } from '../envsubst/flux/manifest.ts'
import type { PostBuild } from '../envsubst/flux/load-variables.ts'
import { SubstitutionError } from '../envsubst/flux/substitution-error.ts'
import { substituteObject } from '../envsubst/flux/substitute-object.ts'
import { type Fields, itemsIn, partOf, textIn } from '../object/fields.ts'
import { decodeBase64 } from '../bytes/base64.ts'
import { decodeUtf8 } from '../bytes/utf8.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import { YamlError } from '../yaml/yaml-error.ts'
import { addEntries } from './edit-fields.ts'
import type { Renderer } from './renderer.ts'
import { type NotRendered, type RenderedObject, type Rendering, withContent } from './rendered.ts'

/** Finds a ConfigMap or Secret of the cluster that a Kustomization is on, as far as Git holds it. */
export type FindVariables = (kind: string, namespace: string, name: string) => Fields | undefined

/** What a Kustomization of Flux applies of a folder. */
export function fluxRendering(
  kustomization: RenderedObject,
  folder: string,
  { renderer, find }: { readonly renderer: Renderer; readonly find: FindVariables },
): Rendering {
  const spec = partOf(kustomization.content, 'spec')
  const added = additionsOf(spec)
  const rendering = renderer.folder(folder, added)
  const common = partOf(spec, 'commonMetadata')
  const marked =
    Object.keys(common).length === 0
      ? rendering
      : { ...rendering, objects: rendering.objects.map(object => withCommon(object, common)) }
  return substituted(marked, kustomization, find)
}

const copied = ['namePrefix', 'nameSuffix', 'patches', 'images', 'components'] as const

function additionsOf(spec: Fields): Fields {
  const namespace = textIn(spec, 'targetNamespace')
  const given = copied.filter(field => spec[field] !== undefined).map(field => [field, spec[field]] as const)
  return { ...Object.fromEntries(given), ...(namespace === '' ? {} : { namespace }) }
}

function withCommon(object: RenderedObject, common: Fields): RenderedObject {
  const labelled = addEntries(object.content, ['metadata', 'labels'], partOf(common, 'labels'))
  return withContent(object, addEntries(labelled, ['metadata', 'annotations'], partOf(common, 'annotations')))
}

function substituted(rendering: Rendering, kustomization: RenderedObject, find: FindVariables): Rendering {
  const given = partOf(kustomization.content, 'spec')['postBuild']
  if (given === undefined || given === null) return rendering
  const sources = sourcesOf(partOf(partOf(kustomization.content, 'spec'), 'postBuild'), kustomization, find)
  const place = kustomization.source.placeOf(['spec', 'postBuild'])
  if (sources.unknown.length > 0) {
    // Names alone are compared: both sides have the same values, as far as anybody can tell.
    const because = `the values of ${sources.unknown.join(', ')} are not in this repository`
    const doubt = JSON.stringify([given, sources.known])
    const objects = rendering.objects.map(object => ({ ...object, doubt: object.doubt + doubt }))
    return { objects, notFollowed: [...rendering.notFollowed, { place, because }] }
  }
  const failed: NotRendered[] = []
  const objects = rendering.objects.map(object => {
    const filled = fill(object.content, sources.postBuild, sources.known)
    if (typeof filled !== 'string') return filled === object.content ? object : withContent(object, filled)
    failed.push({ place: object.source.placeOf(), because: filled })
    return object
  })
  return { objects, notFollowed: [...rendering.notFollowed, ...failed] }
}

interface Sources {
  readonly postBuild: PostBuild
  readonly known: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly unknown: readonly string[]
}

function sourcesOf(postBuild: Fields, { namespace }: RenderedObject, find: FindVariables): Sources {
  const known: Record<string, Readonly<Record<string, string>>> = {}
  const unknown: string[] = []
  const references = itemsIn(postBuild, 'substituteFrom').map(ref => ({
    kind: textIn(ref, 'kind'),
    name: textIn(ref, 'name'),
    optional: ref['optional'] === true,
  }))
  for (const { kind, name } of references) {
    const found = find(kind, namespace, name)
    const data = found && found['sops'] === undefined ? textsOf(found) : undefined
    if (data) known[`${kind}/${name}`] = data
    else unknown.push(`${kind} ${name}`)
  }
  const substitute = Object.fromEntries(
    Object.entries(partOf(postBuild, 'substitute')).map(([key, value]) => [key, String(value)]),
  )
  const strategy =
    postBuild['substituteStrategy'] === 'Always' ? { substituteStrategy: 'Always' as const } : {}
  return { postBuild: { substitute, substituteFrom: references, ...strategy }, known, unknown }
}

function textsOf(content: Fields): Readonly<Record<string, string>> {
  const isSecret = textIn(content, 'kind') === 'Secret'
  const texts: Record<string, string> = {}
  for (const [key, value] of Object.entries(partOf(content, 'data')))
    texts[key] = isSecret ? (decodeUtf8(decodeBase64(String(value)).bytes) ?? '') : String(value)
  for (const [key, value] of Object.entries(partOf(content, 'stringData'))) texts[key] = String(value)
  return texts
}

// A text says why it fails.
function fill(
  content: Fields,
  postBuild: PostBuild,
  known: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Fields | string {
  const manifest = asManifest(content)
  if (!manifest) return content
  try {
    const result = substituteObject(manifest, postBuild, {
      find: ({ kind, name }) => known[`${kind}/${name}`],
      strictness: 'strict',
    })
    if (result.outcome === 'unset-variables')
      return `variable ${result.unset.map(({ name }) => JSON.stringify(name)).join(', ')} is not set`
    return result.outcome === 'substituted' ? result.object : content
  } catch (error) {
    if (error instanceof SubstitutionError || error instanceof EnvsubstError || error instanceof YamlError)
      return error.message
    throw error
  }
}

function asManifest(content: Fields): FluxManifest | undefined {
  // Everything that was read from YAML is YAML.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only generators make content, of texts
  const value = content as unknown as YamlValue
  return isMapping(value) ? value : undefined
}
