import { type InstalledObject, installLabels } from '../installed-object.ts'

const apiVersion = 'admissionregistration.k8s.io/v1'

/** A ValidatingAdmissionPolicy. Kubernetes 1.30 is the first that serves the kind. */
export function policy(
  name: string,
  spec: object,
  labels: Readonly<Record<string, string>> = {},
): InstalledObject {
  const metadata = { name, labels: { ...installLabels, ...labels } }
  return { apiVersion, kind: 'ValidatingAdmissionPolicy', metadata, spec }
}

/** What puts the policy of the same name into force. */
export function policyBinding(policyName: string, more: object = {}): InstalledObject {
  const spec = { policyName, validationActions: ['Deny'], ...more }
  const metadata = { name: policyName, labels: installLabels }
  return { apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata, spec }
}
