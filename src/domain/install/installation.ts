import type { Shard } from '../shard/shard.ts'
import { crdOf, kinds } from './crd.ts'
import { type InstallValues, imageReference } from './install-values.ts'
import type { InstalledObject } from './installed-object.ts'
import { alertRules, dashboardConfigMap, podMonitor } from './monitoring/monitoring.ts'
import { consoleWorkload } from './objects/console-deployment.ts'
import { consolePermissions } from './objects/console-permissions.ts'
import { controllerDeployment } from './objects/controller-deployment.ts'
import { gatePolicies } from './objects/gate-policies.ts'
import { handOverPolicy } from './objects/hand-over-policy.ts'
import { ownWritesPolicy } from './objects/own-writes-policy.ts'
import {
  bindingEverywhere,
  bindingIn,
  boundRoles,
  controllerRole,
  fluxProofsRole,
  leaderElection,
  managementProofsRole,
} from './objects/permissions.ts'
import {
  account,
  closedPorts,
  disruptionBudget,
  eventsToFlux,
  openMetrics,
  ownNamespace,
} from './objects/surroundings.ts'

/** What is installed, and where. */
export interface InstallOptions {
  readonly namespace: string
  readonly values: InstallValues
  /** The version of Fitout: that of the image, unless the values name another one. */
  readonly version: string
}

/** All objects of an installation, in the order in which they are applied: kinds, namespace, permissions, policies, controller. */
export function installationObjects({
  namespace,
  values,
  version,
}: InstallOptions): readonly InstalledObject[] {
  const shards = shardsOf(values)
  const image = imageReference(values.image, version)
  return [
    ...(values.crds.enabled ? kinds.map(crdOf) : []),
    ownNamespace(namespace),
    ...permissions(namespace, values),
    ...policies(namespace, values),
    ...shards.flatMap(shard => surroundings({ namespace, values, shard })),
    ...shards.map(shard => controllerDeployment({ namespace, values, image, version, shard })),
    ...(values.monitoring.enabled ? [alertRules(namespace), dashboardConfigMap(namespace)] : []),
    ...(values.console.enabled ? consoleWorkload({ namespace, values, image, version }) : []),
  ]
}

/** The shards of an installation, the main one first. */
function shardsOf({ shards }: Pick<InstallValues, 'shards'>): readonly Shard[] {
  const main: Shard = { kind: shards.length === 0 ? 'all' : 'main' }
  return [main, ...shards.map(key => ({ kind: 'labelled', key }) as const)]
}

function permissions(namespace: string, values: InstallValues): readonly InstalledObject[] {
  const places = values.namespaces
  return [
    account(namespace),
    controllerRole(),
    managementProofsRole(),
    ...(values.managementProofs.flux ? [fluxProofsRole()] : []),
    ...(places.length === 0 ? boundRoles.map(role => bindingEverywhere(role, namespace)) : []),
    ...places.flatMap(place => boundRoles.map(role => bindingIn(place, role, namespace))),
    ...leaderElection(namespace, shardsOf(values)),
    ...(values.console.enabled ? consolePermissions(namespace) : []),
  ]
}

function policies(namespace: string, values: InstallValues): readonly InstalledObject[] {
  const { operators } = values.gatePolicy
  return [
    ...(values.admissionPolicy.enabled ? [...ownWritesPolicy(namespace), ...handOverPolicy()] : []),
    ...(values.gatePolicy.enabled ? gatePolicies({ namespace, operators }) : []),
  ]
}

interface Surrounded {
  readonly namespace: string
  readonly values: InstallValues
  readonly shard: Shard
}

function surroundings({ namespace, values, shard }: Surrounded): readonly InstalledObject[] {
  const { networkPolicy, monitoring, notify } = values
  return [
    disruptionBudget(namespace, shard),
    ...(networkPolicy.enabled ? [closedPorts(namespace, shard)] : []),
    ...(notify === 'flux' ? [eventsToFlux(namespace, shard)] : []),
    ...(networkPolicy.enabled && monitoring.enabled
      ? [openMetrics(namespace, monitoring.namespace, shard)]
      : []),
    ...(monitoring.enabled ? [podMonitor(namespace, shard)] : []),
  ]
}
