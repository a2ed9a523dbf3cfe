import { findBuiltInKind, pluralOf } from '../../domain/kinds/built-in-kinds.ts'
import { partOf, textIn } from '../../domain/object/fields.ts'
import { apiGroup } from '../../domain/object/api-group.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { fluxKinds } from '../flux/flux-kinds.ts'

/** A kind as an object or a proof names it. */
export interface UsedKind {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string | undefined
}

/** Whether a kind is there only by a CustomResourceDefinition. */
export function isCustom({ apiVersion, kind }: Pick<UsedKind, 'apiVersion' | 'kind'>): boolean {
  return findBuiltInKind(apiGroup(apiVersion), kind) === undefined
}

/** Whether an object defines a kind. */
export function isCustomDefinition({ apiVersion, kind }: Pick<UsedKind, 'apiVersion' | 'kind'>): boolean {
  return apiGroup(apiVersion) === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition'
}

/** A kind without its version, as `group/Kind`. */
export function groupKind({ apiVersion, kind }: Pick<UsedKind, 'apiVersion' | 'kind'>): string {
  return `${apiGroup(apiVersion)}/${kind}`
}

/** The kinds that these objects define, as `group/Kind`. */
export function definedKinds(objects: readonly KubeObject[]): ReadonlySet<string> {
  return new Set(
    objects.filter(isCustomDefinition).map(object => {
      const spec = partOf(object, 'spec')
      return `${textIn(spec, 'group')}/${textIn(partOf(spec, 'names'), 'kind')}`
    }),
  )
}

/** The name of the definition of a kind, by the rule that nearly all follow. */
export function definitionName({ apiVersion, kind }: Pick<UsedKind, 'apiVersion' | 'kind'>): string {
  return `${pluralOf(kind)}.${apiGroup(apiVersion)}`
}

// Kinds that presets look up by the name of their definition, and that no plan needs to name.
const wellKnown: readonly UsedKind[] = [
  { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', namespace: undefined },
  { apiVersion: 'karpenter.sh/v1', kind: 'NodeClaim', namespace: undefined },
  { apiVersion: 'operator.tigera.io/v1', kind: 'TigeraStatus', namespace: undefined },
  { apiVersion: 'cilium.io/v2', kind: 'CiliumNode', namespace: undefined },
  ...Object.entries(fluxKinds).map(([kind, { apiVersion }]) => ({ apiVersion, kind, namespace: '' })),
]

/** A definition of this name that takes anything. What uses the kind tells its versions, and whether it has namespaces. */
export function definitionFor(name: string, uses: readonly UsedKind[]): KubeObject {
  const known = [...uses, ...wellKnown].filter(use => definitionName(use) === name)
  const [plural = '', ...rest] = name.split('.')
  const kind = known[0]?.kind ?? `${plural.slice(0, 1).toUpperCase()}${plural.slice(1).replace(/s$/, '')}`
  const versions = new Set(known.map(({ apiVersion }) => apiVersion.slice(apiVersion.indexOf('/') + 1)))
  const isNamespaced = known.some(({ namespace }) => namespace !== undefined)
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: {
      group: rest.join('.'),
      scope: isNamespaced ? 'Namespaced' : 'Cluster',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: (versions.size > 0 ? [...versions] : ['v1']).map((version, index) => ({
        name: version,
        served: true,
        storage: index === 0,
        schema,
        subresources: { status: {} },
      })),
    },
  }
}
