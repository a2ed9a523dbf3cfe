import { makePack, type MadePack } from '../../src/domain/pack/make-pack.ts'
import type { PackOptions } from '../../src/domain/pack/pack-options.ts'
import { readManifests } from '../../src/domain/pack/read-manifests.ts'

/** For tests: how a pack is delivered if nobody says otherwise. */
const usualOptions: PackOptions = {
  namespace: 'default',
  selector: { matchLabels: { 'cni.fitout.dev/enabled': 'true' }, matchExpressions: [] },
  strategy: 'Reconcile',
  apiVersion: 'addons.cluster.x-k8s.io/v1beta2',
  descriptions: 'keep',
  apply: 'client-side',
}

/** For tests: packs a text. */
export function packText(text: string, options: Partial<PackOptions> = {}): MadePack {
  const { manifests } = readManifests([{ path: 'all.yaml', text }])
  return makePack({ name: 'cni', manifests, options: { ...usualOptions, ...options } })
}

/** For tests: a CustomResourceDefinition of a kind, with a description that has so many bytes. */
export function definition(kind: string, { bytes = 1, group = 'example.com' } = {}): string {
  const plural = `${kind.toLowerCase()}s`
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${plural}.${group}
spec:
  group: ${group}
  scope: Namespaced
  names: {kind: ${kind}, plural: ${plural}}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        description: ${'x'.repeat(bytes)}
        properties:
          description: {type: string, description: a property that is called so}
`
}
