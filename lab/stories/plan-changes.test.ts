import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FleetChange } from '../../src/domain/change/fleet-change.ts'
import { installFitout } from '../add-ons/fitting-out-controller.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import { ref } from '../kube/kube-object.ts'
import { until, untilEstablished } from '../kube/until.ts'
import { Lab } from '../lab.ts'
import { deliveredKinds, requestSync, untilTaken } from './fleet-changes.ts'
import { templateCrds } from './fleet-class.ts'
import { FleetPattern, webChart } from './fleet-pattern.ts'
import {
  type Contents,
  type Happenings,
  happenedOn,
  objectName,
  plannedHappenings,
} from './planned-and-happened.ts'

const clusters = [
  { name: 'blue', environment: 'dev' },
  { name: 'green', environment: 'dev' },
  { name: 'red', environment: 'prod' },
] as const

let lab: Lab
let fleet: FleetPattern
/** The API servers, by the name of the cluster that is there now. */
const servers = new Map<string, ControlPlane>()

beforeAll(async () => {
  const controlPlanes = [...clusters, { name: 'white', environment: 'dev' }].map(
    ({ name, environment }) => `${environment}.${name}`,
  )
  lab = await Lab.start({ name: 'plan-changes', controlPlanes, managementHasNodes: true, hasTopology: true })
  await Promise.all(templateCrds.map(crd => lab.management.api.apply(crd)))
  await untilEstablished(lab.management.api, templateCrds)
  const { program } = await installFitout(lab)
  await Promise.all([program.start(), lab.registry.push('charts', webChart), lab.git.commit('fleet', {})])
  fleet = await FleetPattern.write(lab, '--pattern crs --layout helm', clusters)
  const first = await fleet.push('A fleet')
  await fleet.shell(
    'until kubectl apply --server-side --kustomize clusters/tmp-mgmt/flux-system; do sleep 1; done',
  )
  servers.set('management', lab.management)
  for (const { name, environment } of clusters) await connect(name, environment)
  await fleet.untilReady()
  await Promise.all(clusters.map(outputs))
  await taken(first)
})
afterAll(() => lab?.stop())

// As Terraform would have written them.
async function outputs({ name, environment }: Record<'name' | 'environment', string>): Promise<void> {
  const stringData = { account: `account of ${name}`, region: 'eu-west-1', zone: 'b' }
  const metadata = { name: `${name}-outputs`, namespace: environment }
  await lab.management.api.apply({ apiVersion: 'v1', kind: 'Secret', metadata, stringData })
}

async function connect(name: string, namespace: string): Promise<void> {
  const { controlPlane } = await lab.untilConnected(name, namespace)
  servers.set(`${namespace}/${name}`, controlPlane)
}

// Wherever Flux is. What a Kustomization has not taken yet would be blamed on the next change.
async function taken(commit: string): Promise<void> {
  await requestSync(lab.management.api, commit)
  await untilTaken(lab.management.api, commit)
  const others = [...servers].filter(([id]) => id !== 'management').map(([, { api }]) => api)
  await Promise.all(others.map(api => requestSync(api, commit)))
  await Promise.all(others.map(api => untilTaken(api, commit)))
}

async function contentsOn({ api }: ControlPlane): Promise<Contents> {
  const lists = await Promise.all(
    deliveredKinds.map(async ([apiVersion, kind]) =>
      (await api.list(apiVersion, kind)).map(object => {
        // When a ClusterResourceSet sends a Deployment again it removes this annotation, its controller writes it again, and
        // the generation counts both.
        const annotations = Object.entries(object.metadata.annotations ?? {}).filter(
          ([name]) => name !== 'deployment.kubernetes.io/revision',
        )
        const rest = { resourceVersion: undefined, managedFields: undefined, generation: undefined }
        const metadata = { ...object.metadata, ...rest, annotations }
        return [
          objectName(apiVersion, kind, object.metadata),
          JSON.stringify([{ ...object, metadata, status: undefined }]),
        ] as const
      }),
    ),
  )
  return new Map(lists.flat())
}

interface MergeRequest {
  readonly name: string
  readonly change: string
  /** What is waited for beside all that Flux has applied. */
  readonly settle?: () => Promise<void>
}

const tenants = 'tenants/kustomization.yaml'
const packs = 'infrastructure/packs'
const capi = 'infrastructure/control-plane-cluster/capi'
const plans = 'infrastructure/control-plane-cluster/fitout'

const list = (file: string, item: string) => `printf -- '- ${item}\\n' >> ${file}`
const unlist = (file: string, item: string) => `sed -i '/^- ${item}$/d' ${file}`

const mergeRequests: readonly MergeRequest[] = [
  {
    name: 'a pack with another version of its images',
    change: `sed -i 's/v1.20.2/v1.20.3/' ${packs}/cilium/configmap-cilium.yaml`,
  },
  {
    name: 'a value for one cluster',
    change: `cat >> clusters/dev/blue/infrastructure.yaml <<'END'
  patches:
  - target: {kind: HelmRelease, name: web}
    patch: |
      - {op: replace, path: /spec/values/greeting, value: good morning}
END`,
  },
  {
    name: 'a step that hands values over',
    change: `cat >> ${plans}/default.yaml <<'END'
  - name: facts
    gate: {label: facts.example.com/enabled}
    handOver:
    - from: {secret: "\${CLUSTER_NAME}-outputs"}
      to: {secret: facts, namespace: default}
      keys: {account: {}, region: {}}
    proof: {preset: api}
END`,
  },
  {
    name: 'a key more in what is handed over, and another name for one',
    change: `sed -i 's/keys: {account: {}, region: {}}/keys: {account: {}, region: {as: location}, zone: {}}/' ${plans}/default.yaml`,
  },
  {
    name: 'a value for all clusters',
    change: `sed -i 's/greeting: hello/greeting: good evening/' infrastructure/workload-clusters/web/helm-release.yaml`,
  },
  { name: 'the revert of that', change: 'git revert --no-commit HEAD && git reset --quiet' },
  {
    name: 'another Secret for what is handed over',
    change: `sed -i 's/secret: facts,/secret: cluster-facts,/' ${plans}/default.yaml`,
  },
  {
    name: 'a template that is rendered with what is handed over',
    change: `${list(`${plans}/kustomization.yaml`, 'facts.yaml')}
      cat > ${plans}/facts.yaml <<'END'
apiVersion: v1
kind: ConfigMap
metadata: {name: facts}
data:
  facts.yaml: |
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: "facts-of-\${CLUSTER_NAME}", namespace: default}
    data: {account: "\${account}"}
END
      sed -i 's/^    handOver:$/    render: [facts]\\n&/' ${plans}/default.yaml`,
  },
  {
    name: 'another text in the template',
    change: `sed -i 's/data: {account: /data: {from: Terraform, account: /' ${plans}/facts.yaml`,
  },
  {
    name: 'the order of keys and the style of a file',
    change: `sed -i 's/^  interval: 10m$/  interval: "10m"/' infrastructure/workload-clusters/web/helm-release.yaml`,
  },
  {
    name: 'new objects for all clusters',
    change: `sed -i 's/^resources: \\[\\]$/resources:/' ${tenants}
      grep -q '^resources:' ${tenants} || printf 'resources:\\n' >> ${tenants}
      ${list(tenants, 'greeting.yaml')}
      cat > tenants/greeting.yaml <<'END'
apiVersion: v1
kind: Namespace
metadata: {name: tenants}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: greeting, namespace: tenants}
data: {text: hello}
END`,
  },
  {
    name: 'another value in one of them',
    change: `sed -i 's/text: hello/text: good day/' tenants/greeting.yaml`,
  },
  { name: 'a rename', change: `sed -i 's/name: greeting,/name: welcome,/' tenants/greeting.yaml` },
  {
    name: 'a generator whose hash is in a pod template',
    change: `${list(tenants, 'echo')}
      mkdir -p tenants/echo
      cat > tenants/echo/kustomization.yaml <<'END'
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: tenants
resources:
- deployment.yaml
configMapGenerator:
- name: settings
  literals: [level=info, color=<blue> & green]
END
      cat > tenants/echo/deployment.yaml <<'END'
apiVersion: apps/v1
kind: Deployment
metadata: {name: echo}
spec:
  selector: {matchLabels: {app: echo}}
  template:
    metadata: {labels: {app: echo}}
    spec: {containers: [{name: echo, image: docker.io/library/web:1, envFrom: [{configMapRef: {name: settings}}]}]}
END`,
  },
  {
    name: 'another value for the generator',
    change: 'sed -i s/level=info/level=debug/ tenants/echo/kustomization.yaml',
  },
  {
    name: 'no pruning on one cluster',
    change: `sed -i 's/prune: true/prune: false/' clusters/dev/blue/tenants.yaml`,
  },
  {
    name: 'the removal of what is pruned on the others',
    change: `${unlist(tenants, 'echo')}; rm -r tenants/echo`,
  },
  {
    name: 'an object more in a pack',
    change: `cat >> ${packs}/cilium/configmap-cilium.yaml <<'END'
    ---
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: cilium-extra
      namespace: kube-system
    data:
      color: blue
END`,
  },
  {
    name: 'an object less in a pack',
    change: `head -n -8 ${packs}/cilium/configmap-cilium.yaml > aside; mv aside ${packs}/cilium/configmap-cilium.yaml`,
  },
  {
    name: 'a ClusterResourceSet that selects some clusters, and applies once',
    change: `${list(`${packs}/kustomization.yaml`, 'notice')}
      mkdir -p ${packs}/notice
      cat > ${packs}/notice/kustomization.yaml <<'END'
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
- notice.yaml
END
      cat > ${packs}/notice/notice.yaml <<'END'
apiVersion: v1
kind: ConfigMap
metadata: {name: notice, namespace: default}
data:
  notice.yaml: |
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: notice, namespace: default}
    data: {text: hello}
---
apiVersion: addons.cluster.x-k8s.io/v1beta2
kind: ClusterResourceSet
metadata: {name: notice, namespace: default}
spec:
  clusterSelector: {matchLabels: {sync.fitout.dev/cluster: blue}}
  strategy: ApplyOnce
  resources: [{kind: ConfigMap, name: notice}]
END`,
  },
  {
    name: 'a change of what is applied once',
    change: `sed -i 's/text: hello/text: good day/' ${packs}/notice/notice.yaml`,
  },
  {
    name: 'a label that makes a new ClusterResourceSet select a cluster',
    change: `sed -i 's/^  labels:$/&\\n    notice: wanted/' ${capi}/prod/red/cluster.yaml
      cat >> ${packs}/notice/notice.yaml <<'END'
---
apiVersion: addons.cluster.x-k8s.io/v1beta2
kind: ClusterResourceSet
metadata: {name: notice-wanted, namespace: default}
spec:
  clusterSelector: {matchLabels: {notice: wanted}}
  strategy: Reconcile
  resources: [{kind: ConfigMap, name: notice}]
END`,
  },
  {
    name: 'a variable of a class',
    change: `sed -i 's/^    - name: region$/    - {name: nodes, value: 3}\\n&/' ${capi}/dev/blue/cluster.yaml`,
  },
  {
    name: 'a step with a gate',
    change: `cat >> infrastructure/control-plane-cluster/fitout/default.yaml <<'END'
  - name: again
    gate: {label: again.example.com/enabled}
    proof: {preset: api}
END`,
  },
  {
    name: 'a new cluster',
    change: 'fitout cluster new white --env dev --set region=eu-west-1',
    settle: async () => {
      await connect('white', 'dev')
      await outputs({ name: 'white', environment: 'dev' })
      await fleet.shell('fitout wait dev/white --timeout 10m')
    },
  },
  {
    name: 'a cluster less',
    change: `rm -r ${capi}/dev/white clusters/dev/white; ${unlist(`${capi}/dev/kustomization.yaml`, 'white')}`,
    settle: async () => {
      servers.delete('dev/white')
      const white = ref('cluster.x-k8s.io/v1beta2', 'Cluster', 'dev/white')
      await until('the Cluster is gone', async () => !(await lab.management.api.find(white)))
    },
  },
]

// Each takes half a minute, as Flux looks again for what it depends on. One builds on those before it.
const played = process.env['FITOUT_SOAK'] ? mergeRequests : mergeRequests.slice(0, 5)

test.for(played)('what the plan says is what happens: $name', async ({ change, settle, name }) => {
  await fleet.shell(`fitout snapshot > ${lab.folder}/snapshot.json\n${change}`)
  const plan = JSON.parse(
    await fleet.data(`fitout plan --snapshot ${lab.folder}/snapshot.json -o json`),
  ) as FleetChange
  const planned = plannedHappenings(plan)
  const known = new Map(
    await Promise.all(
      [...servers].map(async ([id, controlPlane]) => {
        const before = await contentsOn(controlPlane)
        return [id, { controlPlane, from: controlPlane.audit().length, before }] as const
      }),
    ),
  )
  const commit = await fleet.push(name)
  await requestSync(lab.management.api, commit)
  await untilTaken(lab.management.api, commit)
  await settle?.()
  await taken(commit)
  for (const id of known.keys()) if (!servers.has(id)) known.delete(id)
  for (const [id, controlPlane] of servers)
    if (!known.has(id)) known.set(id, { controlPlane, from: 0, before: new Map() })
  // A ClusterResourceSet tells nobody when it is done.
  await until(`all that was planned has happened: ${name}`, async () => {
    const seen = await happened(known)
    const isDone = Object.entries(planned).every(([id, lines]) =>
      lines.every(line => seen[id]?.includes(line)),
    )
    if (!isDone) throw new Error(JSON.stringify({ planned, seen }))
    return true
  })
  expect(await happened(known)).toEqual(planned)
  for (const { op, label, clusters: where } of plan.gates)
    await untilGate(label, { isOpen: op === 'opens', where })
})

type Known = ReadonlyMap<string, { controlPlane: ControlPlane; from: number; before: Contents }>

async function happened(known: Known): Promise<Happenings> {
  const looked = await Promise.all(
    [...known].map(
      async ([id, look]) => [id, { ...look, after: await contentsOn(look.controlPlane) }] as const,
    ),
  )
  return happenedOn(new Map(looked))
}

interface GateLook {
  readonly isOpen: boolean
  readonly where: readonly string[]
}

async function untilGate(label: string, { isOpen, where }: GateLook): Promise<void> {
  for (const id of where)
    await until(`the gate ${label} of ${id} is ${isOpen ? 'open' : 'shut'}`, async () => {
      const { metadata } = await lab.management.api.get(ref('cluster.x-k8s.io/v1beta2', 'Cluster', id))
      return label in (metadata.labels ?? {}) === isOpen
    })
}
