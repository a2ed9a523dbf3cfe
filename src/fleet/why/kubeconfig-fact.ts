import { fieldIn } from '../../controller/management/read-cluster.ts'
import { resources } from '../../controller/world/resources.ts'
import type { Fact, KubeconfigFact } from '../../domain/explain/explain-facts.ts'
import { certificateEnd } from '../../domain/kubeconfig/certificate-end.ts'
import { KubeconfigError } from '../../domain/kubeconfig/kubeconfig-error.ts'
import { parseKubeconfig } from '../../domain/kubeconfig/parse-kubeconfig.ts'
import { instantOf } from '../../domain/plan/step-status.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { factFrom, type Reading, readFact } from './read-fact.ts'

/** Reads when the kubeconfig of a cluster ends, and nothing else of it. */
export async function readKubeconfigFact(reading: Reading, cluster: string): Promise<Fact<KubeconfigFact>> {
  const secret = await readFact(reading, resources.secret, `${cluster}-kubeconfig`)
  return factFrom(secret, object => ({ kind: 'read', value: { expiresAt: endOf(object) } }))
}

function endOf(secret: KubeObject): string | undefined {
  const certificate = certificateIn(secret)
  const end = certificate === undefined ? undefined : certificateEnd(certificate)
  // What is no certificate, the API server refuses: that is told elsewhere.
  return end === undefined ? undefined : instantOf(end)
}

function certificateIn(secret: KubeObject): string | undefined {
  const encoded = fieldIn(secret['data'], 'value')
  if (typeof encoded !== 'string') return undefined
  try {
    const { auth } = parseKubeconfig(Buffer.from(encoded, 'base64').toString('utf8'))
    return 'certificate' in auth ? auth.certificate : undefined
  } catch (error) {
    if (error instanceof KubeconfigError) return undefined
    throw error
  }
}
