import { findBuiltInKind } from '../kinds/built-in-kinds.ts'
import type { Strategy } from '../resource-set/resource-set.ts'
import { RESOURCE_SET_SECRET_TYPE } from '../resource-set/source.ts'
import {
  type CustomKind,
  customKindOf,
  customKinds,
  isDefinition,
  isNamespaced,
  leavesConversionOpen,
} from './custom-kinds.ts'
import { describeManifest, identityOf, isContent, type Manifest, contentIn, textOf } from './manifest.ts'
import { apiGroup } from '../object/api-group.ts'
import type { PackProblem, PackProblemCode, Place } from './pack-problem.ts'

interface Facts {
  readonly manifests: readonly Manifest[]
  readonly kinds: ReadonlyMap<string, CustomKind>
  readonly strategy: Strategy
}

type Rule = (facts: Facts) => readonly PackProblem[]

// First what keeps the pack from being written, in the order in which a person would fix it.
const rules: readonly Rule[] = [
  sameObjectTwice,
  secretWithValues,
  withoutNamespace,
  definitionAfterUse,
  kindFromElsewhere,
  helmHook,
  filledInByOthers,
]

/** Says what is wrong with these objects as a pack, and what is worth knowing. */
export function judgeManifests(manifests: readonly Manifest[], strategy: Strategy): readonly PackProblem[] {
  const facts = { manifests, kinds: customKinds(manifests), strategy }
  return rules.flatMap(rule => rule(facts))
}

function sameObjectTwice({ manifests }: Facts): readonly PackProblem[] {
  const first = new Map<string, Manifest>()
  return manifests.flatMap(manifest => {
    const known = first.get(identityOf(manifest))
    if (known) {
      const { path, line, column } = known.place()
      const message = `${describeManifest(manifest)} is defined twice; the first is in ${path}:${line}:${column}`
      return [error('DUPLICATE_OBJECT', manifest, { message, fix: 'remove one of them' })]
    }
    first.set(identityOf(manifest), manifest)
    return []
  })
}

// A pack is a ConfigMap in Git. An empty Secret, which some controller fills later, is welcome.
function secretWithValues({ manifests }: Facts): readonly PackProblem[] {
  return manifests.filter(holdsSecretValues).map(manifest => {
    const type = textOf(manifest.content, 'type') || 'Opaque'
    const what = `${describeManifest(manifest)} has type ${type}`
    if (type === RESOURCE_SET_SECRET_TYPE) {
      return error('SECRET_IN_PACK', manifest, {
        message: `${what} and is a source of a ClusterResourceSet itself`,
        fix: 'list it in a ClusterResourceSet of its own, beside the pack, and keep it encrypted in Git',
      })
    }
    return error('SECRET_IN_PACK', manifest, {
      message: `${what} and contains values, which everyone with access to Git or to ConfigMaps could read; a ClusterResourceSet accepts Secrets only as ${RESOURCE_SET_SECRET_TYPE}`,
      fix: 'leave it out, and hand its values over from the management cluster (step handOver of a Fitout)',
    })
  })
}

function holdsSecretValues({ apiVersion, kind, content }: Manifest): boolean {
  if (kind !== 'Secret' || apiVersion !== 'v1') return false
  return ['data', 'stringData'].some(key => Object.keys(contentIn(content, key)).length > 0)
}

function withoutNamespace({ manifests, kinds }: Facts): readonly PackProblem[] {
  return manifests
    .filter(manifest => manifest.namespace === '' && isNamespaced(manifest, kinds) === true)
    .map(manifest =>
      error('NO_NAMESPACE', manifest, {
        message: `${describeManifest(manifest)} has no namespace, and a ClusterResourceSet does not set one`,
        fix: 'set metadata.namespace, as `helm template --namespace` or the `namespace` of a kustomization do',
      }),
    )
}

function definitionAfterUse({ manifests, kinds }: Facts): readonly PackProblem[] {
  const seen = new Set<Manifest>()
  return manifests.flatMap(manifest => {
    if (isDefinition(manifest)) seen.add(manifest)
    const definition = customKindOf(manifest, kinds)?.definition
    if (!definition || seen.has(definition)) return []
    const { path, line, column } = definition.place()
    const message = `${describeManifest(manifest)} comes before its CustomResourceDefinition in ${path}:${line}:${column}; the pack moves it after`
    return [warning('CRD_AFTER_USE', manifest, { message })]
  })
}

function kindFromElsewhere({ manifests, kinds }: Facts): readonly PackProblem[] {
  return manifests
    .filter(
      manifest =>
        !findBuiltInKind(apiGroup(manifest.apiVersion), manifest.kind) && !customKindOf(manifest, kinds),
    )
    .map(manifest =>
      warning('KIND_NOT_IN_PACK', manifest, {
        message: `${describeManifest(manifest)} is of ${manifest.apiVersion}, which the pack does not define; the ClusterResourceSet fails until the cluster serves it`,
      }),
    )
}

function helmHook({ manifests }: Facts): readonly PackProblem[] {
  return manifests.flatMap(manifest => {
    const annotations = contentIn(contentIn(manifest.content, 'metadata'), 'annotations')
    const hook = textOf(annotations, 'helm.sh/hook')
    if (hook === '') return []
    const message = `${describeManifest(manifest)} is a Helm hook (${hook}); a ClusterResourceSet applies it once, like everything else`
    return [warning('HELM_HOOK', manifest, { message, fix: 'helm template --no-hooks leaves hooks out' })]
  })
}

function filledInByOthers({ manifests, strategy }: Facts): readonly PackProblem[] {
  if (strategy !== 'Reconcile') return []
  return manifests.filter(leavesCertificateOpen).map(manifest =>
    warning('FILLED_IN_BY_OTHERS', manifest, {
      message: `${describeManifest(manifest)} has a caBundle that another controller fills in; each change of the pack clears it until it is filled in again`,
    }),
  )
}

function leavesCertificateOpen(manifest: Manifest): boolean {
  if (isDefinition(manifest)) return leavesConversionOpen(manifest)
  if (!isWebhookConfiguration(manifest)) return false
  const webhooks = manifest.content['webhooks']
  return (
    Array.isArray(webhooks) &&
    webhooks.some(
      webhook => isContent(webhook) && textOf(contentIn(webhook, 'clientConfig'), 'caBundle') === '',
    )
  )
}

/** Whether an object makes the API server ask a webhook. */
export function isWebhookConfiguration({ apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>): boolean {
  return apiGroup(apiVersion) === 'admissionregistration.k8s.io' && kind.endsWith('WebhookConfiguration')
}

interface Words {
  readonly message: string
  readonly fix?: string
}

function error(code: PackProblemCode, manifest: Manifest, words: Words): PackProblem {
  return { severity: 'error', code, place: placeOf(manifest), ...words }
}

function warning(code: PackProblemCode, manifest: Manifest, words: Words): PackProblem {
  return { severity: 'warning', code, place: placeOf(manifest), ...words }
}

function placeOf(manifest: Manifest): Place {
  return manifest.place()
}
