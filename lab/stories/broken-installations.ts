import { kubectl } from '../add-ons/fitting-out-controller.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import type { Finding, InstallationScene } from './installation-scene.ts'

/** Something that is wrong with an installation, on a real API server. */
export interface BrokenInstallation {
  readonly name: string
  readonly break: (scene: InstallationScene) => Promise<unknown>
  /** What `fitout check` must find; `next` as it is shown. */
  readonly want: Pick<Finding, 'check' | 'result'> & { readonly message: RegExp; readonly next: RegExp }
  /** Does what is shown where that is no command. */
  readonly fix?: (scene: InstallationScene) => Promise<unknown>
}

const NAMESPACE = 'fitout-system'
const CONTROLLER = 'fitout-controller'
const deployment = ref('apps/v1', 'Deployment', `${NAMESPACE}/${CONTROLLER}`)
const lease = ref('coordination.k8s.io/v1', 'Lease', `${NAMESPACE}/${CONTROLLER}`)
const clusterFitouts = ref('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'clusterfitouts.fitout.dev')
const clusters = ref('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'clusters.cluster.x-k8s.io')
const rbac = 'rbac.authorization.k8s.io/v1'

/** On an installation that works. Each is fixed by what is shown, before the next one comes. */
export const brokenInstallations: readonly BrokenInstallation[] = [
  {
    name: 'old CRDs',
    break: async ({ api }) => {
      const versions = versionsOf(await api.get(clusterFitouts)).map(version => withoutNext(version))
      await api.patch(clusterFitouts, { spec: { versions } })
    },
    want: {
      check: 'kinds',
      result: 'failed',
      message:
        /^CustomResourceDefinition clusterfitouts\.fitout\.dev is of another version: it lacks status\.cause\.next$/,
      next: /^fitout install$/,
    },
  },
  {
    name: 'a permission that is missing',
    break: async ({ api }) => {
      const { rules } = await api.get(ref(rbac, 'ClusterRole', CONTROLLER))
      const rest = (rules as readonly { resources: readonly string[] }[]).filter(
        ({ resources }) => !resources.includes('secrets'),
      )
      await api.patch(ref(rbac, 'ClusterRole', CONTROLLER), { rules: rest })
    },
    want: {
      check: 'permissions',
      result: 'failed',
      message: /^ClusterRole fitout-controller is not allowed to get secrets,/,
      next: /^fitout install$/,
    },
  },
  {
    name: 'permissions that nobody gives to the controller',
    break: ({ api }) => api.delete(ref(rbac, 'ClusterRoleBinding', CONTROLLER)),
    want: {
      check: 'permissions',
      result: 'failed',
      message: /^ClusterRoleBinding fitout-controller for .* is missing$/,
      next: /^fitout install$/,
    },
  },
  {
    name: 'a policy that is not in force',
    break: ({ api }) =>
      api.delete(
        ref('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', 'fitout-own-writes'),
      ),
    want: { check: 'policy', result: 'warning', message: /is not in force/, next: /^fitout install$/ },
  },
  {
    name: 'an upgrade whose image cannot be pulled',
    break: scene => scene.fitout(['install', '--image', 'registry.invalid/fitout:0.1.1', '--timeout', '3s']),
    want: {
      check: 'controller',
      result: 'warning',
      message:
        /does not roll out.*: Image registry\.invalid\/fitout:0\.1\.1 cannot be pulled \(ImagePullBackOff\)/,
      next: /^kubectl --namespace fitout-system describe pod fitout-controller-\S+$/,
    },
    // What is shown tells that the name is wrong.
    fix: scene => scene.install(),
  },
  {
    name: 'two installations of different versions',
    break: async ({ api }) => {
      await api.apply({ ...ref('v1', 'Namespace', 'other') })
      await api.apply(otherInstallation(await api.get(deployment)))
    },
    want: {
      check: 'installation',
      result: 'failed',
      message:
        /^2 installations work on the same clusters: .*fitout-system\/fitout-controller \(0\.1\.0\).*other\/fitout-controller \(0\.2\.0\)/,
      next: /^fitout uninstall --namespace other$/,
    },
  },
  {
    name: 'a controller that is scaled to 0',
    break: async ({ api, deployment: pods }) => {
      await api.patch(deployment, { spec: { replicas: 0 } })
      await pods.untilReady()
    },
    want: {
      check: 'controller',
      result: 'failed',
      message: /is scaled to 0$/,
      next: /^kubectl --namespace fitout-system scale deployment\/fitout-controller --replicas 2$/,
    },
  },
]

/** While no pod runs: a Lease that nobody else would take. */
export const brokenLeases: readonly BrokenInstallation[] = [
  {
    name: 'a Lease that a ghost holds',
    break: ({ api }) => api.apply(heldBy('ghost_1', -3_600_000)),
    want: {
      check: 'lease',
      result: 'failed',
      message: /is held by ghost_1, which no longer exists; it was last renewed at /,
      next: /^kubectl --namespace fitout-system delete lease fitout-controller$/,
    },
  },
  {
    name: 'a controller that runs elsewhere',
    break: ({ api }) => api.apply(heldBy('laptop_1', 0)),
    want: {
      check: 'lease',
      result: 'warning',
      message: /is held by laptop_1, which is not a Pod of the installation: a controller runs elsewhere$/,
      next: /^stop that controller/,
    },
    fix: ({ api }) => api.delete(lease),
  },
  {
    name: 'a clock that is more than a minute ahead',
    break: ({ api }) => api.apply(heldBy('laptop_1', 90_000)),
    want: {
      check: 'clock',
      result: 'failed',
      message:
        /^Wall-clock skew: the controller of Lease fitout-system\/fitout-controller is ahead of the API server by 1m/,
      next: /^synchronize the clocks \(NTP\)/,
    },
    fix: ({ api }) => api.delete(lease),
  },
]

/** Cluster API as it was before 1.11. Nothing else works meanwhile. */
export const oldClusterApi: BrokenInstallation = {
  name: 'Cluster API that is too old',
  break: ({ api }) => serveV1beta2(api, false),
  want: {
    check: 'cluster-api',
    result: 'failed',
    message: /^Cluster API is too old: it does not serve cluster\.x-k8s\.io\/v1beta2/,
    next: /^clusterctl upgrade plan$/,
  },
  fix: ({ api }) => serveV1beta2(api, true),
}

/** Does what `fitout check` shows, if it is a command; else what stands for it. */
export async function fix(
  scene: InstallationScene,
  { fix: own }: BrokenInstallation,
  next: string,
): Promise<unknown> {
  if (own) return own(scene)
  const [program, ...words] = next.split(' ')
  if (next === 'fitout install') return scene.install()
  if (program === 'fitout') return scene.fitout([...words, '--yes'])
  return kubectl(scene.lab, ...words)
}

async function serveV1beta2(api: InstallationScene['api'], served: boolean): Promise<void> {
  const versions = versionsOf(await api.get(clusters)).map(version =>
    version.name === 'v1beta2' ? { ...version, served } : version,
  )
  await api.patch(clusters, { spec: { versions } })
}

interface Version {
  readonly name: string
}

function versionsOf(crd: KubeObject): readonly Version[] {
  return (crd['spec'] as { versions: readonly Version[] }).versions
}

// JSON.parse with a reviver: what is undefined is left out.
function withoutNext(version: Version): Version {
  return JSON.parse(JSON.stringify(version), (key, value: unknown) =>
    key === 'next' && typeof value === 'object' ? undefined : value,
  ) as Version
}

function otherInstallation(object: KubeObject): KubeObject {
  const text = JSON.stringify(object['spec']).replaceAll(
    /"image":"[^"]*"/g,
    '"image":"registry.invalid/fitout:0.2.0"',
  )
  const labels = { 'app.kubernetes.io/name': 'fitout', 'app.kubernetes.io/version': '0.2.0' }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: CONTROLLER, namespace: 'other', labels },
    spec: JSON.parse(text) as object,
  }
}

function heldBy(holderIdentity: string, aheadMs: number): KubeObject {
  const renewTime = new Date(Date.now() + aheadMs).toISOString().replace('Z', '000Z')
  return { ...lease, spec: { holderIdentity, leaseDurationSeconds: 15, renewTime } }
}
