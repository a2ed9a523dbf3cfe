import { describe, expect, test } from 'vitest'
import type { Fields } from '../object/fields.ts'
import { toolOfObject, toolOfRevision } from './adopt-tool.ts'

function signed({ labels = {}, annotations = {}, managers = [] }: Signs): Fields {
  const managedFields = managers.map(([manager, operation, time = '2026-01-01T00:00:00Z', subresource]) => ({
    manager,
    operation,
    time,
    ...(subresource === undefined ? {} : { subresource }),
  }))
  return { metadata: { name: 'web', labels, annotations, managedFields } }
}

interface Signs {
  readonly labels?: object
  readonly annotations?: object
  readonly managers?: readonly (readonly [
    manager: string,
    operation: string,
    time?: string,
    subresource?: string,
  ])[]
}

const helm = { 'meta.helm.sh/release-name': 'web' }

describe('An object is told by its signs:', () => {
  const cases: readonly { readonly name: string; readonly given: Signs; readonly want: string }[] = [
    { name: 'Helm', given: { annotations: helm, managers: [['helm', 'Update']] }, want: 'helm' },
    {
      name: "Terraform's Helm provider",
      given: { annotations: helm, managers: [['terraform-provider-helm_v2.17.0_x5', 'Update']] },
      want: 'terraform',
    },
    {
      name: 'a release of Flux',
      given: { annotations: helm, labels: { 'helm.toolkit.fluxcd.io/name': 'web' } },
      want: 'flux-helm',
    },
    {
      name: 'a Kustomization of Flux',
      given: { labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps' } },
      want: 'flux-kustomize',
    },
    {
      name: 'kubectl apply',
      given: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"secret":1}' } },
      want: 'kubectl-apply',
    },
    {
      name: 'kubectl apply --server-side',
      given: { managers: [['kubectl', 'Apply']] },
      want: 'kubectl-apply-server-side',
    },
    { name: 'kubectl create', given: { managers: [['kubectl-create', 'Update']] }, want: 'kubectl' },
    { name: 'an EKS add-on', given: { managers: [['eks', 'Apply']] }, want: 'eks-add-on' },
    {
      name: 'Argo CD',
      given: { annotations: { 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:shop/web' } },
      want: 'argo-cd',
    },
    { name: 'nobody', given: {}, want: 'unknown' },
    {
      name: 'a writer of status alone',
      given: { managers: [['kubectl', 'Apply', '2026-01-01T00:00:00Z', 'status']] },
      want: 'unknown',
    },
  ]
  test.each(cases)('$name', ({ given, want }) => {
    const claim = toolOfObject(signed(given))
    expect(claim.tool).toBe(want)
    expect(claim.evidence).not.toContain('"secret"')
  })
})

describe('A revision is told by the newest program that signed its Secret:', () => {
  const cases = [
    { manager: 'helm', want: 'helm' },
    { manager: 'Helm', want: 'helm' },
    { manager: 'helm-controller', want: 'flux-helm' },
    { manager: 'terraform-provider-helm_v1.3.2_x4', want: 'terraform' },
    { manager: 'OpenTofu', want: 'terraform' },
    { manager: 'manager', want: 'unknown' },
  ]
  test.each(cases)('$manager', ({ manager, want }) => {
    const secret = signed({
      managers: [
        ['helm', 'Update', '2020-01-01T00:00:00Z'],
        [manager, 'Update'],
      ],
    })
    const found = toolOfRevision(secret).tool
    expect(found).toBe(want === 'unknown' ? 'helm' : want)
  })
})
