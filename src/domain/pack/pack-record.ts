import { byteLength } from '../bytes/byte-length.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import type { Pack, PackedConfigMap } from './make-pack.ts'
import type { Content, Manifest } from './manifest.ts'

/** The file of a pack that says what it was made of. */
export const RECORD_FILE = 'pack.yaml'

/** A source, as the record of a pack names it. */
export interface SourceRecord {
  readonly path: string
  /** What was given, if that is not the file itself: the folder in which it was found. */
  readonly from?: string | undefined
  readonly bytes: number
  readonly sha256: string
}

/** Where a pack comes from: enough to make it again. */
export interface Provenance {
  readonly sources: readonly SourceRecord[]
  /** The options of Flux's own installer, if the sources are a release of Flux. */
  readonly flux?: Content | undefined
}

/** Writes down what a pack was made of and what it holds. Nothing of the machine or the hour, so that it can be made again. */
export function recordOf(pack: Pack, { sources, flux }: Provenance, files: readonly string[]): Content {
  const { name, version, options } = pack
  return {
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'Pack',
    metadata: { name },
    ...(version === undefined ? {} : { version }),
    sources: sources.map(sourceValue),
    ...(flux === undefined ? {} : { flux }),
    options: {
      namespace: options.namespace,
      selector: selectorValue(options.selector),
      strategy: options.strategy,
      apiVersion: options.apiVersion,
      descriptions: options.descriptions,
      apply: options.apply,
    },
    resourceSets: pack.resourceSets.map(({ name: set, strategy, configMaps }) => ({
      name: set,
      strategy,
      configMaps: configMaps.map(contentsOf),
    })),
    files,
  }
}

function sourceValue({ path, from, bytes, sha256 }: SourceRecord): YamlValue {
  return { path, ...(from === undefined ? {} : { from }), bytes, sha256 }
}

/** A selector as it is written, without the parts that it does not have. */
export function selectorValue({ matchLabels, matchExpressions }: Pack['options']['selector']): Content {
  return {
    ...(Object.keys(matchLabels).length === 0 ? {} : { matchLabels }),
    ...(matchExpressions.length === 0 ? {} : { matchExpressions: matchExpressions.map(expressionValue) }),
  }
}

function expressionValue({
  key,
  operator,
  values,
}: Pack['options']['selector']['matchExpressions'][number]): YamlValue {
  return { key, operator, ...(values.length === 0 ? {} : { values }) }
}

function contentsOf({ name, hash, values }: PackedConfigMap): YamlValue {
  return {
    name,
    bytes: values.reduce((sum, { text }) => sum + byteLength(text), 0),
    // As ClusterResourceSetBindings will have it.
    hash,
    objects: values.flatMap(({ manifests }) => manifests.map(objectLine)),
  }
}

function objectLine({ apiVersion, kind, namespace, name }: Manifest): string {
  return `${apiVersion} ${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`
}
