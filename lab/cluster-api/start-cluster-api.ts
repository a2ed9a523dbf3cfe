import { join } from 'node:path'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import type { KubeObject } from '../kube/kube-object.ts'
import { readManifestFolder, readManifests } from '../kube/read-manifests.ts'
import { Program } from '../process/program.ts'
import type { Site } from '../site.ts'
import { untilEstablished } from '../kube/until.ts'
import { providerCrds } from './provider-crds.ts'

const NAMESPACE = 'capi-system'

/** Installs Cluster API's CRDs and webhooks on the management cluster and runs its core manager. */
export async function startClusterApi(
  site: Site,
  management: ControlPlane,
  { hasTopology = false } = {},
): Promise<Program> {
  const { api } = management
  const [webhookPort, healthPort, diagnosticsPort] = [
    await site.ports.take(),
    await site.ports.take(),
    await site.ports.take(),
  ]
  const config = join(site.modules.clusterApi.folder, 'core', 'config')
  const webhook = {
    url: `https://127.0.0.1:${webhookPort}`,
    caBundle: Buffer.from(site.pki.servers.cert).toString('base64'),
  }
  const crds = (await readManifestFolder(join(config, 'crd', 'bases'))).map(crd =>
    withConversion(crd, webhook),
  )
  const webhooks = (await readManifests(join(config, 'webhook', 'manifests.yaml'))).map(it =>
    onLoopback(it, webhook),
  )

  await Promise.all([...crds, ...providerCrds].map(crd => api.apply(crd)))
  await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } })
  await untilEstablished(api, [...crds, ...providerCrds])
  const manager = new Program({
    name: 'cluster-api',
    path: site.programs['cluster-api'],
    args: [
      `--kubeconfig=${await management.componentKubeconfig('cluster-api')}`,
      '--leader-elect=false',
      `--webhook-port=${webhookPort}`,
      `--webhook-cert-dir=${site.pki.folder}`,
      `--health-addr=127.0.0.1:${healthPort}`,
      `--diagnostics-address=127.0.0.1:${diagnosticsPort}`,
      '--insecure-diagnostics=true',
      ...(hasTopology ? ['--feature-gates=ClusterTopology=true'] : []),
    ],
    env: { POD_NAMESPACE: NAMESPACE, POD_NAME: 'cluster-api', POD_UID: 'cluster-api' },
    logFile: site.log('cluster-api'),
    isReady: async () =>
      (await fetch(`http://127.0.0.1:${healthPort}/readyz`).catch(() => undefined))?.ok ?? false,
  })
  await manager.start()
  await Promise.all(webhooks.map(it => api.apply(it)))
  return manager
}

interface Webhook {
  readonly url: string
  readonly caBundle: string
}

// What upstream's own patches do for every one of these CRDs, with an address in place of a Service.
function withConversion(crd: KubeObject, { url, caBundle }: Webhook): KubeObject {
  const clientConfig = { url: `${url}/convert`, caBundle }
  const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } }
  return { ...crd, spec: { ...(crd['spec'] as object), conversion } }
}

function onLoopback(configuration: KubeObject, { url, caBundle }: Webhook): KubeObject {
  const webhooks = configuration['webhooks'] as readonly { clientConfig: { service: { path: string } } }[]
  return {
    ...configuration,
    webhooks: webhooks.map(webhook => ({
      ...webhook,
      clientConfig: { url: `${url}${webhook.clientConfig.service.path}`, caBundle },
    })),
  }
}
