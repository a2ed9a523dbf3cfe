import { labelKeyProblems } from '../labels/label-key.ts'
import { dns1123LabelProblems, dns1123SubdomainProblems } from '../names/dns-name.ts'
import { nearest } from '../text/nearest.ts'
import {
  type FluxComponent,
  defaultFluxComponents,
  fluxComponents,
  isFluxComponent,
} from './flux-component.ts'
import { FluxInstallError } from './flux-install-error.ts'
import type { FluxLogLevel, FluxOptions } from './flux-options.ts'

/** What a user asks for. What is left out is as in `flux install`. */
export interface FluxRequest {
  readonly components?: readonly string[] | undefined
  readonly componentsExtra?: readonly string[] | undefined
  readonly namespace?: string | undefined
  readonly networkPolicy?: boolean | undefined
  readonly registry?: string | undefined
  readonly imagePullSecret?: string | undefined
  readonly tolerationKeys?: readonly string[] | undefined
  readonly logLevel?: string | undefined
  readonly watchAllNamespaces?: boolean | undefined
  readonly clusterDomain?: string | undefined
}

const logLevels: readonly FluxLogLevel[] = ['debug', 'info', 'error']

/**
 * Fills in the defaults of `flux install`, and throws a FluxInstallError for the first value that would not work.
 *
 * Flux itself checks only components and log level; with the rest it makes manifests that the API server refuses.
 */
export function readFluxOptions(request: FluxRequest = {}): FluxOptions {
  const { namespace = 'flux-system', imagePullSecret, tolerationKeys = [] } = request
  const { registry = 'ghcr.io/fluxcd', clusterDomain = 'cluster.local' } = request

  refuse('namespace', dns1123LabelProblems(namespace))
  refuse('registry', registryProblems(registry))
  if (imagePullSecret !== undefined) refuse('image-pull-secret', dns1123SubdomainProblems(imagePullSecret))
  for (const key of tolerationKeys) refuse('toleration-keys', labelKeyProblems(key))
  refuse('cluster-domain', dns1123SubdomainProblems(clusterDomain))
  return {
    components: readComponents(request),
    namespace,
    networkPolicy: request.networkPolicy ?? true,
    registry,
    imagePullSecret,
    tolerationKeys,
    logLevel: readLogLevel(request.logLevel ?? 'info'),
    watchAllNamespaces: request.watchAllNamespaces ?? true,
    clusterDomain,
  }
}

function readComponents({ components = defaultFluxComponents, componentsExtra = [] }: FluxRequest) {
  if (components.length === 0) refuse('components', ['must have at least one entry'])
  const read = new Set<FluxComponent>()
  for (const name of components) addComponent(read, name, 'components')
  for (const name of componentsExtra) addComponent(read, name, 'components-extra')
  return [...read]
}

function addComponent(read: Set<FluxComponent>, name: string, option: string): void {
  if (!isFluxComponent(name)) throw new FluxInstallError('UNKNOWN_COMPONENT', unknown(name), { option })
  if (read.has(name)) refuse(option, [`"${name}" is already among the components`])
  read.add(name)
}

function unknown(name: string): string {
  const meant = nearest(name, fluxComponents)
  const hint =
    meant === undefined ? `must be one of ${fluxComponents.join(', ')}` : `did you mean "${meant}"?`
  return `unknown component ${quote(name)}; ${hint}`
}

function readLogLevel(given: string): FluxLogLevel {
  const level = logLevels.find(level => level === given)
  if (level) return level
  const reason = `must be one of ${logLevels.join(', ')}, not ${quote(given)}`
  throw new FluxInstallError('BAD_OPTION', reason, { option: 'log-level' })
}

// The name of the component is put behind a slash, and its tag behind that.
function registryProblems(registry: string): readonly string[] {
  if (registry === '') return ['must not be empty']
  if (registry.includes('://')) return ['must have no scheme, such as "https://"']
  if (/[^A-Za-z0-9._:/[\]-]/.test(registry)) return ['must be a host and a path, such as "ghcr.io/fluxcd"']
  if (/^\/|\/\/|\/$/.test(registry)) return ['must not begin or end with a slash, or have two in a row']
  return []
}

function refuse(option: string, problems: readonly string[]): void {
  const [problem] = problems
  if (problem !== undefined) throw new FluxInstallError('BAD_OPTION', problem, { option })
}

// A long word is no typo, and would bury the message.
function quote(word: string): string {
  return JSON.stringify(word.length > 60 ? `${word.slice(0, 60)}…` : word)
}
