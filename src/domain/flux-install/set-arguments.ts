import { controllerArguments } from './controller.ts'
import type { FluxComponent } from './flux-component.ts'
import { FluxInstallError } from './flux-install-error.ts'
import type { FluxOptions } from './flux-options.ts'
import type { Installation } from './installation.ts'
import type { FluxVersion } from './read-flux-version.ts'
import { type FluxObject, describeFluxObject } from './sort-flux-manifests.ts'

const EXTERNAL_ARTIFACTS = '--feature-gates=ExternalArtifact=true'

const receiver: FluxComponent = 'notification-controller'
const withStorage: ReadonlySet<FluxComponent> = new Set(['source-controller', 'source-watcher'])
const takeExternalArtifacts: ReadonlySet<FluxComponent> = new Set(['kustomize-controller', 'helm-controller'])

/** The arguments of a controller as the options want them: found by their names, and kept in their places. */
export function setArguments(
  deployment: FluxObject,
  component: FluxComponent,
  { options, version, origin }: Installation,
): readonly string[] {
  let args = controllerArguments(deployment)
  for (const [flag, value] of Object.entries(wantedArguments(component, options, version))) {
    if (!args.some(arg => isFor(arg, flag))) throw missing(deployment, flag)
    args = args.map(arg => (isFor(arg, flag) ? `${flag}=${value}` : arg))
  }
  if (!takeExternalArtifacts.has(component)) return args
  // What an earlier run has added goes, so that the result does not depend on it.
  if (origin.isInstalled) args = args.filter(arg => arg !== EXTERNAL_ARTIFACTS)
  return options.components.includes('source-watcher') ? [...args, EXTERNAL_ARTIFACTS] : args
}

function wantedArguments(
  component: FluxComponent,
  options: FluxOptions,
  version: FluxVersion,
): Readonly<Record<string, string>> {
  return {
    ...(component === receiver ? {} : { '--events-addr': eventsAddress(options, version) }),
    '--watch-all-namespaces': String(options.watchAllNamespaces),
    '--log-level': options.logLevel,
    ...(withStorage.has(component)
      ? { '--storage-adv-addr': storageAddress(component, options, version) }
      : {}),
  }
}

// The dot at the end keeps the name from being searched for in other domains.
function eventsAddress(options: FluxOptions, { findsNamespace }: FluxVersion): string {
  if (!options.components.includes(receiver)) return ''
  const namespace = findsNamespace ? '$(RUNTIME_NAMESPACE)' : options.namespace
  return `http://${receiver}.${namespace}.svc.${options.clusterDomain}./`
}

function storageAddress(
  component: FluxComponent,
  { clusterDomain }: FluxOptions,
  { sharesStorageAddress }: FluxVersion,
): string {
  const service = sharesStorageAddress ? 'source-controller' : component
  return `${service}.$(RUNTIME_NAMESPACE).svc.${clusterDomain}.`
}

function isFor(arg: string, flag: string): boolean {
  return arg === flag || arg.startsWith(`${flag}=`)
}

function missing(deployment: FluxObject, flag: string): FluxInstallError {
  const reason = `${describeFluxObject(deployment)} has no argument ${flag}`
  return new FluxInstallError('MISSING_ARGUMENT', reason, { index: deployment.index })
}
