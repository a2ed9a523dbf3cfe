import { readFluxOptions } from '../../domain/flux-install/read-flux-options.ts'
import { FluxInstallError } from '../../domain/flux-install/flux-install-error.ts'
import type { FluxOptions } from '../../domain/flux-install/flux-options.ts'
import { readFluxVersion } from '../../domain/flux-install/read-flux-version.ts'
import { SelectorError } from '../../domain/labels/selector-error.ts'
import { dns1123LabelProblems } from '../../domain/names/dns-name.ts'
import type { PackOptions } from '../../domain/pack/pack-options.ts'
import { readSelectorText } from '../../domain/pack/selector-text.ts'
import { parseVersion } from '../../domain/versions/parse-version.ts'
import { VersionError } from '../../domain/versions/version-error.ts'
import { Refusal } from '../command/refusal.ts'

/** The flags of `fitout pack` that say what to make. */
export interface PackFlags {
  readonly selector: string | undefined
  readonly namespace: string | undefined
  readonly strategy: PackOptions['strategy'] | undefined
  readonly 'cluster-api': string | undefined
  readonly 'strip-descriptions': boolean
  readonly 'server-side': boolean
  readonly version: string | undefined
  readonly components: string | undefined
  readonly 'components-extra': string | undefined
  readonly 'flux-namespace': string | undefined
  readonly 'network-policy': string | undefined
  readonly registry: string | undefined
  readonly 'image-pull-secret': string | undefined
  readonly 'toleration-keys': string | undefined
  readonly 'log-level': string | undefined
  readonly 'watch-all-namespaces': string | undefined
  readonly 'cluster-domain': string | undefined
}

/** A pack to make. */
export interface PackRequest {
  readonly name: string
  /** As typed, or as the record of the pack names them. */
  readonly sources: readonly string[]
  readonly options: PackOptions
  readonly flux: FluxRelease | undefined
}

/** The sources are a release of Flux. */
export interface FluxRelease {
  readonly version: string
  readonly options: FluxOptions
}

const fluxFlags = [
  'components',
  'components-extra',
  'flux-namespace',
  'network-policy',
  'registry',
  'image-pull-secret',
  'toleration-keys',
  'log-level',
  'watch-all-namespaces',
  'cluster-domain',
] as const satisfies readonly (keyof PackFlags)[]

/** Whether one of the flags says how to make a pack, and not only what to do with it. */
export function asksForOptions(flags: PackFlags): boolean {
  const words = [flags.selector, flags.namespace, flags.strategy, flags['cluster-api'], flags.version]
  const isOn = flags['strip-descriptions'] || flags['server-side']
  return isOn || words.some(word => word !== undefined) || fluxFlags.some(name => flags[name] !== undefined)
}

/** Reads what the user asks for, or refuses with the flag that is wrong. */
export function readPackRequest(name: string, sources: readonly string[], flags: PackFlags): PackRequest {
  checkName(name)
  return { name, sources, options: readOptions(name, flags), flux: readFluxRelease(flags) }
}

function checkName(name: string): void {
  if (dns1123LabelProblems(name).length === 0) return
  const rule =
    'use at most 63 lower case letters, digits and hyphens, and begin and end with a letter or digit'
  throw wrongUsage(`${JSON.stringify(name)} is not a valid name for a pack: ${rule}`)
}

function readOptions(name: string, flags: PackFlags): PackOptions {
  const namespace = flags.namespace ?? 'default'
  const [problem] = dns1123LabelProblems(namespace)
  if (problem !== undefined) throw wrongUsage(`flag "--namespace": ${problem}`)
  return {
    namespace,
    selector: readSelector(flags.selector ?? `${name}.fitout.dev/enabled=true`),
    strategy: flags.strategy ?? 'Reconcile',
    apiVersion: resourceSetVersion(flags['cluster-api']),
    descriptions: flags['strip-descriptions'] ? 'strip' : 'keep',
    apply: flags['server-side'] ? 'server-side' : 'client-side',
  }
}

function readSelector(text: string): PackOptions['selector'] {
  try {
    return readSelectorText(text)
  } catch (error) {
    if (error instanceof SelectorError) throw wrongUsage(`flag "--selector": ${error.message}`)
    throw error
  }
}

// Cluster API 1.11 brought v1beta2, and stops serving v1beta1 with 1.16.
function resourceSetVersion(text: string | undefined): PackOptions['apiVersion'] {
  if (text === undefined) return 'addons.cluster.x-k8s.io/v1beta2'
  try {
    const { major, minor } = parseVersion(text)
    const isOld = major < 1n || (major === 1n && minor < 11n)
    return isOld ? 'addons.cluster.x-k8s.io/v1beta1' : 'addons.cluster.x-k8s.io/v1beta2'
  } catch (error) {
    if (!(error instanceof VersionError)) throw error
    throw wrongUsage(`flag "--cluster-api": ${JSON.stringify(text)} is not a version such as 1.14`)
  }
}

/** Which release of Flux the sources are; undefined when they are none. Refuses an option that is wrong. */
export function readFluxRelease(flags: PackFlags): FluxRelease | undefined {
  if (flags.version === undefined) {
    const given = fluxFlags.find(name => flags[name] !== undefined)
    if (given === undefined) return undefined
    throw wrongUsage(`flag "--${given}" is for Flux, and needs its --version`)
  }
  try {
    const { label } = readFluxVersion(flags.version)
    return { version: label.slice(1), options: readFluxOptions(fluxRequest(flags)) }
  } catch (error) {
    if (!(error instanceof FluxInstallError) || error.option === undefined) throw error
    const flag = error.option === 'namespace' ? 'flux-namespace' : error.option
    throw wrongUsage(`flag "--${flag}": ${error.reason}`)
  }
}

function fluxRequest(flags: PackFlags): Parameters<typeof readFluxOptions>[0] {
  return {
    components: listOf(flags.components),
    componentsExtra: listOf(flags['components-extra']),
    namespace: flags['flux-namespace'],
    networkPolicy: yesOrNo(flags['network-policy']),
    registry: flags.registry,
    imagePullSecret: flags['image-pull-secret'],
    tolerationKeys: listOf(flags['toleration-keys']),
    logLevel: flags['log-level'],
    watchAllNamespaces: yesOrNo(flags['watch-all-namespaces']),
    clusterDomain: flags['cluster-domain'],
  }
}

function listOf(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined
  return text
    .split(',')
    .map(word => word.trim())
    .filter(Boolean)
}

function yesOrNo(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true'
}

/** Refuses a call that cannot be understood. */
export function wrongUsage(message: string): Refusal {
  return new Refusal(message, { exitCode: 2, hint: 'fitout pack --help' })
}
