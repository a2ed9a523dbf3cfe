import type { InstalledObject } from '../installed-object.ts'
import { policy, policyBinding } from './policy.ts'

/** Who writes a Fitout must be allowed to read the Secrets that it hands over: with a variable in the name, all of the namespace. */
export function handOverPolicy(): readonly InstalledObject[] {
  return [policy('fitout-hand-over', spec), policyBinding('fitout-hand-over')]
}

const spec = {
  failurePolicy: 'Fail',
  matchConstraints: {
    matchPolicy: 'Equivalent',
    resourceRules: [
      {
        apiGroups: ['fitout.dev'],
        apiVersions: ['*'],
        operations: ['CREATE', 'UPDATE'],
        resources: ['fitouts'],
      },
    ],
  },
  // Controllers that change nothing of the plan, such as the garbage collector, are not asked.
  matchConditions: [
    { name: 'plan-changes', expression: 'oldObject == null || oldObject.spec != object.spec' },
  ],
  variables: [
    { name: 'secrets', expression: `authorizer.group('').resource('secrets').namespace(request.namespace)` },
    { name: 'mayReadAll', expression: `variables.secrets.check('get').allowed()` },
  ],
  validations: [
    {
      expression: `variables.mayReadAll || object.spec.steps.all(step, !has(step.handOver) || step.handOver.all(handOver,
  !handOver.from.secret.contains('$') && variables.secrets.name(handOver.from.secret).check('get').allowed()))`,
      message: 'a Fitout can hand over only Secrets that its author is allowed to read',
      reason: 'Forbidden',
    },
  ],
}
