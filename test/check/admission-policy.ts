import { evaluateCel } from '../../src/domain/cel/evaluate-cel.ts'
import { kubernetesEnvironment } from '../../src/domain/cel/kubernetes-environment.ts'
import { type CelExpression, parseCel } from '../../src/domain/cel/parse-cel.ts'
import { toJson } from '../../src/domain/cel/value/to-json.ts'
import { listAt, textAt } from './history/fields.ts'

/** A write, as the API server shows it to a policy. */
export interface AdmissionRequest {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly group: string
  readonly resource: string
  readonly subresource?: string | undefined
  readonly namespace: string
  /** Null for what is deleted. */
  readonly object: unknown
  /** Null for what is created. */
  readonly oldObject: unknown
}

/** A ValidatingAdmissionPolicy of `deploy/`, as far as it looks at nothing but the request. */
export interface AdmissionPolicy {
  readonly name: string
  /** What it says to a write of the controller's account; undefined if it lets it through. */
  readonly refusalOf: (request: AdmissionRequest) => string | undefined
}

interface Named {
  readonly name: string
  readonly expression: CelExpression
}

const COST_LIMIT = 1_000_000

/** Reads the policy of this name from manifests. */
export function readAdmissionPolicy(manifests: readonly unknown[], name: string): AdmissionPolicy {
  const isMeant = (manifest: unknown) =>
    textAt(manifest, 'kind') === 'ValidatingAdmissionPolicy' && textAt(manifest, 'metadata', 'name') === name
  const manifest = manifests.find(isMeant)
  if (manifest === undefined) throw new Error(`cannot find policy "${name}"`)
  const variables = listAt(manifest, 'spec', 'variables').map(one => named(one, textAt(one, 'name')))
  const validations = listAt(manifest, 'spec', 'validations').map(one => named(one, textAt(one, 'message')))
  return {
    name,
    refusalOf: request => {
      const facts = { ...factsOf(request), variables: {} }
      // As on a server, one that fails is a failure only of what uses it.
      for (const { name: variable, expression } of variables) {
        const result = evaluateCel(expression, facts, { costLimit: COST_LIMIT })
        if (result.ok) facts.variables = { ...facts.variables, [variable]: toJson(result.value) }
      }
      return validations.map(one => refusalBy(one, facts)).find(said => said !== undefined)
    },
  }
}

function named(part: unknown, name = ''): Named {
  const parsed = parseCel(textAt(part, 'expression') ?? '', kubernetesEnvironment)
  if (!parsed.ok) throw new Error(`cannot read "${name}": ${parsed.error.message}`)
  return { name, expression: parsed.expression }
}

function refusalBy({ name: message, expression }: Named, facts: object): string | undefined {
  const result = evaluateCel(expression, facts, { costLimit: COST_LIMIT })
  if (!result.ok) return `${message} (${result.error.message})`
  return result.value === true ? undefined : message
}

function factsOf({
  operation,
  group,
  resource,
  subresource,
  namespace,
  object,
  oldObject,
}: AdmissionRequest) {
  const about = { operation, namespace, resource: { group, resource } }
  return {
    request: { ...about, ...(subresource === undefined ? {} : { subResource: subresource }) },
    object,
    oldObject,
  }
}
