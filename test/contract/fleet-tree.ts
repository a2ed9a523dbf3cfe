import type { KubeObject } from '../../src/engine/api/kube-object.ts'

/** What a path of the repository of the contract holds. A Kustomization says into which namespace it goes. */
const greeting = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'greeting' },
  data: { text: 'from Git' },
}

/** The files of the repository of the contract, by their path. */
export const contractTree: Readonly<Record<string, string>> = {
  'apps/greeting.yaml': JSON.stringify(greeting),
}

/** What a Kustomization applies of that repository, without Git. */
export function contractTreeObjects(kustomization: KubeObject): readonly KubeObject[] {
  const { targetNamespace } = kustomization['spec'] as { readonly targetNamespace: string }
  return [{ ...greeting, metadata: { ...greeting.metadata, namespace: targetNamespace } }]
}
