import { allClusters } from '../../src/domain/shard/shard.ts'
import { defaultValues } from '../../src/domain/install/install-values.ts'
import { installationObjects } from '../../src/domain/install/installation.ts'
import { type InstalledObject, installed } from '../../src/domain/install/installed-object.ts'
import { alertRules, dashboardText, podMonitor } from '../../src/domain/install/monitoring/monitoring.ts'
import { consoleWorkload } from '../../src/domain/install/objects/console-deployment.ts'
import { consolePermissions } from '../../src/domain/install/objects/console-permissions.ts'
import { gatePolicies } from '../../src/domain/install/objects/gate-policies.ts'
import { bindingIn, boundRoles, fluxProofsRole } from '../../src/domain/install/objects/permissions.ts'
import { eventsToFlux, openMetrics } from '../../src/domain/install/objects/surroundings.ts'
import { writeYaml } from '../../src/domain/yaml/write/write-yaml.ts'
import type { YamlValue } from '../../src/domain/yaml/yaml-value.ts'

const HEADER = '# Made by `make generate` from src/domain/install. Do not edit.\n'
const { namespace } = installed

/** The image that a kustomization over `deploy` replaces by its name. */
const image = { ...defaultValues.image, repository: 'fitout', tag: 'latest' }

/** What a kustomization over `deploy/console` sets by the names of the variables. */
const sampleConsole = {
  ...defaultValues.console,
  publicUrl: 'https://fitout.example.com',
  oidc: { ...defaultValues.console.oidc, issuerUrl: 'https://login.example.com' },
}

/** The manifests of `deploy`, by their paths. What puts them together, the kustomizations, is written by hand. */
export function deployFiles(version: string): ReadonlyMap<string, string> {
  const values = { ...defaultValues, image, crds: { enabled: false } }
  const objects = installationObjects({ namespace, values, version })
  const of = (...kinds: readonly string[]) => objects.filter(({ kind }) => kinds.includes(kind))
  const named = (...wanted: readonly string[]) =>
    objects.filter(({ metadata }) => wanted.includes(metadata.name))
  const roles = (name: string) =>
    of('ClusterRole', 'ClusterRoleBinding').filter(each => each.metadata.name === name)
  const gates = gatePolicies({ namespace, operators: [] })
  const console = consoleWorkload({
    namespace,
    values: { ...values, console: sampleConsole },
    image: 'fitout:latest',
    version,
  })
  const manifests = Object.entries({
    'controller/namespace': of('Namespace'),
    'controller/service-account': of('ServiceAccount'),
    'controller/cluster-role': roles(installed.controller),
    'controller/management-proofs': roles(installed.managementProofs),
    'controller/leader-election': named(installed.leaderElection),
    'controller/deployment': of('Deployment'),
    'controller/disruption-budget': of('PodDisruptionBudget'),
    'controller/network-policy': of('NetworkPolicy'),
    'admission-policy/own-writes': named('fitout-own-writes'),
    'admission-policy/hand-over': named('fitout-hand-over'),
    'gate-policy/gates': gates.filter(each => each.metadata.name === 'fitout-gates'),
    'gate-policy/own-labels': gates.filter(each => each.metadata.name === 'fitout-own-labels'),
    'flux-on-management/cluster-role': [fluxProofsRole()],
    'console/permissions': consolePermissions(namespace),
    'console/deployment': console.filter(({ kind }) => kind === 'Deployment'),
    'console/service': console.filter(({ kind }) => kind === 'Service'),
    'console/network-policy': console.filter(({ kind }) => kind === 'NetworkPolicy'),
    'notify-flux/network-policy': [eventsToFlux(namespace, allClusters)],
    'namespaced/access/role-bindings': boundRoles.map(role => withoutPlace(bindingIn('', role, namespace))),
    'monitoring/network-policy': [openMetrics(namespace, defaultValues.monitoring.namespace, allClusters)],
    'monitoring/pod-monitor': [podMonitor(namespace, allClusters)],
    'monitoring/rules': [alertRules(namespace)],
  })
  return new Map([
    ...manifests.map(([path, given]) => [`deploy/${path}.yaml`, HEADER + manifestText(given)] as const),
    ['deploy/monitoring/dashboard.json', dashboardText()] as const,
  ])
}

/** Objects as one file of YAML. */
export function manifestText(objects: readonly InstalledObject[]): string {
  return objects.map(object => writeYaml(asYaml(object))).join('---\n')
}

// Kustomize sets it.
function withoutPlace(object: InstalledObject): InstalledObject {
  const { name, labels = {} } = object.metadata
  return { ...object, metadata: { name, labels } }
}

// As JSON has it: fields that are undefined are not there.
function asYaml(value: object): YamlValue {
  return JSON.parse(JSON.stringify(value)) as YamlValue
}
