import type { FitoutStep } from '../../api/schema/fitout-schema.ts'
import { byteLength } from '../../bytes/byte-length.ts'
import { escapeAsGo } from '../../text/quote-as-go.ts'
import {
  type Content,
  type Manifest,
  describeManifest,
  isContent,
  contentIn,
  textOf,
} from '../../pack/manifest.ts'
import { readManifests } from '../../pack/read-manifests.ts'
import { MAX_SOURCE_BYTES } from '../../resource-set/source.ts'
import { joinDocuments } from '../../yaml/document/join-documents.ts'
import { decodeUtf8 } from '../../bytes/utf8.ts'
import type { YamlValue } from '../../yaml/yaml-value.ts'
import type { ClusterIdentity, SourceLookup } from '../cluster-identity.ts'
import { type HandOverHold, type HandOverResult, sortHolds } from '../hand-over-hold.ts'
import { SecretValue } from '../secret-value.ts'
import { fillManifest } from './fill-manifest.ts'
import type { ManifestProblem } from './manifest-problem.ts'
import { type ConfigMapTemplate, readTemplate } from './read-template.ts'
import type { Variables } from './variables.ts'

/** What is needed to render the templates of a step. */
export interface RenderRequest {
  readonly step: Pick<FitoutStep, 'render'>
  readonly cluster: ClusterIdentity
  /** Finds a ConfigMap in the namespace of the Cluster. */
  readonly configMaps: SourceLookup
  readonly variables: Variables
}

/** Which object, on the workload cluster. */
export interface ObjectName {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** One key of a template, filled. Its manifests hold values, so they are hidden like these. */
export interface RenderedTemplate {
  readonly configMap: string
  readonly key: string
  readonly objects: readonly ObjectName[]
  readonly manifests: SecretValue
}

/** Fills all templates of a step for one cluster, or lists everything that keeps them from being filled. */
export function renderTemplates(request: RenderRequest): HandOverResult<{
  readonly rendered: readonly RenderedTemplate[]
}> {
  const renderer = new Renderer(request.variables)
  for (const name of request.step.render ?? []) {
    const reading = readTemplate(name, request.cluster, request.configMaps)
    if ('hold' in reading) renderer.holds.push(reading.hold)
    else renderer.render(reading.template)
  }
  const { holds, rendered } = renderer
  return holds.length > 0 ? { ok: false, holds: sortHolds(holds) } : { ok: true, rendered }
}

type TemplateKey = Pick<RenderedTemplate, 'configMap' | 'key'>

class Renderer {
  readonly rendered: RenderedTemplate[] = []
  readonly holds: HandOverHold[] = []
  readonly #variables: Variables
  #bytes = 0

  constructor(variables: Variables) {
    this.#variables = variables
  }

  render({ name, values }: ConfigMapTemplate): void {
    for (const { key, bytes } of values) {
      // One value may be used in very many places: what cannot be stored need not be made.
      if (this.#bytes > MAX_SOURCE_BYTES) return
      const { manifests, problems } = readManifests([{ path: key, text: decodeUtf8(bytes) ?? '' }])
      const template = { configMap: name, key }
      for (const { place: at, message } of problems) {
        const cause = `line ${at.line}, column ${at.column}: ${message}`
        this.#hold(template, { reason: 'RenderSourceMalformed', cause })
      }
      this.#fill(manifests, template)
    }
  }

  #fill(manifests: readonly Manifest[], { configMap, key }: TemplateKey): void {
    const texts: string[] = []
    const objects: ObjectName[] = []
    for (const manifest of manifests) {
      if (this.#bytes > MAX_SOURCE_BYTES) return
      const filled = fillManifest(manifest, this.#variables)
      if (!filled.ok) {
        const what = describeManifest(manifest)
        for (const problem of filled.problems)
          this.#hold({ configMap, key }, { ...problem, cause: `${what}: ${problem.cause}` })
        continue
      }
      texts.push(filled.text)
      objects.push(objectName(filled.content))
      this.#count(filled.text)
    }
    this.rendered.push({ configMap, key, objects, manifests: SecretValue.ofText(joinDocuments(texts)) })
  }

  #count(text: string): void {
    this.#bytes += byteLength(text)
    if (this.#bytes > MAX_SOURCE_BYTES)
      this.holds.push({
        reason: 'HandOverTooLarge',
        message: `The rendered templates have more than ${MAX_SOURCE_BYTES} bytes`,
      })
  }

  #hold({ configMap, key }: TemplateKey, { reason, cause, source }: ManifestProblem): void {
    const message = `ConfigMap "${configMap}" key "${key}": ${cause}`
    const template = { kind: 'ConfigMap', name: configMap, key } as const
    // Names in a template may hold anything, and a message is one line.
    this.holds.push({ reason, message: escapeAsGo(message), source: source ?? template })
  }
}

function objectName(value: YamlValue): ObjectName {
  const content: Content = isContent(value) ? value : {}
  const metadata = contentIn(content, 'metadata')
  return {
    apiVersion: textOf(content, 'apiVersion'),
    kind: textOf(content, 'kind'),
    namespace: textOf(metadata, 'namespace'),
    name: textOf(metadata, 'name'),
  }
}
