import { Authority, type KeyPair } from '../../certificates.ts'
import { type KubeObject, ref } from '../../kube/kube-object.ts'
import { type Access, renderKubeconfig } from '../../kube/kubeconfig.ts'
import type { Place } from '../place.ts'
import { leadsHome } from '../prober.ts'
import type { Situation } from '../situation.ts'

const USER = 'shop-admin'

// Of what is read through a kubeconfig, only the way to it is broken here.
const wayIsBroken = async (place: Place): Promise<boolean> => !(await leadsHome(place))
const renewed = {
  fix: { run: 'Delete Secret' },
  isBroken: wayIsBroken,
  after: (place: Place) => place.renewKubeconfig(),
} as const

/** The kubeconfig, and what is behind it. */
export const accessSituations: readonly Situation[] = [
  {
    name: 'The provider has not written the kubeconfig',
    reason: 'KubeconfigMissing',
    break: async place => {
      await place.pauseProvider(true)
      await place.management.delete(place.kubeconfigRef)
    },
    fix: { ends: 'the provider writes it', by: place => place.pauseProvider(false) },
    isBroken: wayIsBroken,
    after: place => place.renewKubeconfig(),
  },
  {
    name: 'The kubeconfig is not YAML',
    reason: 'KubeconfigMalformed',
    break: place => place.writeKubeconfig('{apiVersion: v1, kind: Config, clusters: ['),
    ...renewed,
  },
  {
    name: 'The kubeconfig would run a program',
    reason: 'KubeconfigMalformed',
    break: async place => place.writeKubeconfig(withProgram(await ownKubeconfig(place))),
    ...renewed,
  },
  {
    name: 'The kubeconfig has a certificate of another authority',
    reason: 'KubeconfigRefused',
    break: async place => {
      const authority = await Authority.create('another')
      await place.writeKubeconfig(await kubeconfigWith(place, { credentials: await authority.client(USER) }))
    },
    ...renewed,
  },
  {
    name: 'The certificate in the kubeconfig has expired',
    reason: 'KubeconfigExpired',
    break: async place => {
      const credentials: KeyPair = await place.lab.site.pki.users.expiredClient(USER)
      await place.writeKubeconfig(await kubeconfigWith(place, { credentials }))
    },
    ...renewed,
  },
  {
    name: 'The kubeconfig trusts another authority than that of the API server',
    reason: 'CertificateNotTrusted',
    break: async place => {
      const { cert: ca } = await Authority.create('another')
      await place.writeKubeconfig(await kubeconfigWith(place, { ca }))
    },
    ...renewed,
  },
  {
    name: 'The kubeconfig has an address on which no server listens',
    reason: 'ClusterUnreachable',
    break: async place => place.writeKubeconfig(await kubeconfigWith(place, { port: 1 })),
    ...renewed,
  },
  {
    name: 'The API server cannot be reached',
    reason: 'ClusterUnreachable',
    break: async place => place.controlPlane.proxy.cut(),
    fix: { ends: 'the network is there again', by: async place => place.controlPlane.proxy.pass() },
    isBroken: wayIsBroken,
    after: async place => place.controlPlane.proxy.pass(),
  },
  {
    name: 'The API server does not respond',
    reason: 'ClusterUnreachable',
    break: async place => place.controlPlane.proxy.blackhole(),
    fix: { ends: 'the network is there again', by: async place => place.controlPlane.proxy.pass() },
    isBroken: wayIsBroken,
    after: async place => place.controlPlane.proxy.pass(),
  },
  {
    name: 'The user of the kubeconfig has no permissions',
    reason: 'ClusterNotReadable',
    break: async place => {
      const credentials = await place.lab.site.pki.users.stranger('reader')
      await place.writeKubeconfig(await kubeconfigWith(place, { credentials }))
    },
    fix: {
      advised: 'Give the user of the kubeconfig of Cluster "shop" the permission to get, list and watch',
      by: async place => {
        await place.workload.apply(readerIsAdmin)
      },
    },
    isBroken: wayIsBroken,
    after: async place => {
      await place.workload.delete(readerIsAdmin).catch(() => undefined)
      await place.renewKubeconfig()
    },
  },
  {
    name: 'The kubeconfig points to the management cluster',
    reason: 'WorkloadIdentityChanged',
    from: 'ready',
    break: async place => place.writeKubeconfig(await place.lab.management.kubeconfig(USER)),
    fix: {
      advised: 'Make the kubeconfig point to the cluster that was proven',
      by: place => place.renewKubeconfig(),
    },
    isBroken: wayIsBroken,
    after: place => place.renewKubeconfig(),
  },
]

const readerIsAdmin: KubeObject = {
  ...ref('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'reader'),
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'reader' }],
}

async function ownKubeconfig(place: Place): Promise<string> {
  return place.controlPlane.kubeconfig(USER)
}

async function kubeconfigWith(place: Place, other: Partial<Access>): Promise<string> {
  const access = await place.controlPlane.access(USER)
  return renderKubeconfig([{ name: 'shop', user: USER, access: { ...access, ...other } }])
}

// As the tools of a cloud write it for people.
function withProgram(kubeconfig: string): string {
  const config = JSON.parse(kubeconfig) as { users: { name: string }[] }
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'aws', args: ['eks', 'get-token'] }
  return JSON.stringify({ ...config, users: config.users.map(({ name }) => ({ name, user: { exec } })) })
}
