import { partOf, textIn } from '../../object/fields.ts'
import { nameOf } from '../claim.ts'
import type { Inquiry } from '../inquiry.ts'
import { labelsIn, type SeenRef, type SeenObject } from '../seen-object.ts'
import { namedSource } from './source-of.ts'
import type { Values } from './words/flux-words.ts'

/**
 * The object whose spec is to be changed for what another one says.
 *
 * A HelmChart is fetched with the address and the credentials of its HelmRepository, which says nothing itself if it is of
 * type oci.
 */
export function blamedFor(object: SeenObject, inquiry: Inquiry): SeenObject {
  const source = object.ref.kind === 'HelmChart' ? namedSource(object) : undefined
  const found = source?.kind === 'HelmRepository' ? inquiry.find(source) : undefined
  return found === undefined || typeof found === 'string' ? object : found
}

/** What texts about an object may name. */
export function knownOf(object: SeenObject, blamed: SeenObject, message: string): Values {
  const [spec, own] = [partOf(blamed.fields, 'spec'), partOf(object.fields, 'spec')]
  const url = textIn(spec, 'url') || textIn(spec, 'endpoint')
  const source = partOf(own, 'sourceRef')
  return {
    object: nameOf(blamed.ref),
    namespace: blamed.ref.namespace ?? '',
    url: url === '' ? 'its URL' : url,
    host: hostIn(url) ?? hostIn(message) ?? 'its server',
    credentials: credentialsOf(spec),
    revision: revisionOf(spec),
    path: textIn(own, 'path', './'),
    chart: textIn(own, 'chart'),
    version: textIn(own, 'version', '*'),
    source: `${textIn(source, 'kind', 'its source')} ${textIn(source, 'name')}`.trim(),
    user: nameOf(releaseOf(object) ?? object.ref),
    secret: textIn(partOf(spec, 'certSecretRef'), 'name') || textIn(partOf(spec, 'secretRef'), 'name'),
  }
}

/** Which entries of the tables are for an object, by its kind. */
export function fluxKindOf({ ref, fields }: SeenObject): string {
  const type = ref.kind === 'HelmRepository' ? textIn(partOf(fields, 'spec'), 'type') : ''
  return type === '' ? ref.kind : `${ref.kind}/${type}`
}

// Nobody writes a HelmChart that helm-controller has made: what it is made from stands in the HelmRelease.
/** The HelmRelease that a HelmChart was made for. */
export function releaseOf({ ref, fields }: SeenObject): SeenRef | undefined {
  const labels = labelsIn(fields)
  const [namespace, name] = ['namespace', 'name'].map(key => labels[`helm.toolkit.fluxcd.io/${key}`])
  if (ref.kind !== 'HelmChart' || namespace === undefined || name === undefined) return undefined
  return { on: ref.on, apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', namespace, name }
}

function hostIn(text: string): string | undefined {
  return /[a-z+]{2,8}:\/\/(?:[^\s/@]{1,200}@)?([A-Za-z0-9._[\]:-]{1,260})/.exec(text)?.[1]
}

function credentialsOf(spec: SeenObject['fields']): string {
  const secret = textIn(partOf(spec, 'secretRef'), 'name')
  const provider = textIn(spec, 'provider', 'generic')
  if (secret !== '') return `credentials are in Secret "${secret}"`
  return provider === 'generic' ? 'no credentials are given' : `credentials come from provider "${provider}"`
}

function revisionOf(spec: SeenObject['fields']): string {
  const ref = partOf(spec, 'ref')
  const wanted = textIn(ref, 'digest') || textIn(ref, 'semver') || textIn(ref, 'tag')
  return wanted === '' ? '' : ` "${wanted}"`
}
