import { listFirst } from '../../text/list-first.ts'
import { itemsIn, partOf, textIn, textsIn, type Fields } from '../../object/fields.ts'
import { accountUser, installed } from '../installed-object.ts'
import { type RoleRule, controllerRules } from '../objects/permissions.ts'
import { type CheckFinding, type InstallationFacts, unreadCheck } from './installation-facts.ts'
import { argsOf, nameOfObject, objectNamespace } from './read-objects.ts'

/** Whether the account of the controller has the permissions that it needs. */
export function checkPermissions(facts: InstallationFacts): CheckFinding | undefined {
  const check = 'permissions'
  const { permissions, deployments } = facts
  if (deployments.kind === 'unread' || deployments.value.length === 0) return undefined
  if (permissions.kind === 'unread') return unreadCheck(check, permissions.why)
  const objects = permissions.value
  const role = objects.find(each => isObject(each, 'ClusterRole', installed.controller))
  if (!role) return failed(`ClusterRole ${installed.controller} is missing`)
  const lacking = controllerRules.flatMap(rule => lackingOf(rule, itemsIn(role, 'rules')))
  if (lacking.length > 0) {
    return failed(`ClusterRole ${installed.controller} is not allowed to ${listFirst(lacking)}`)
  }
  const namespace = objectNamespace(deployments.value[0] ?? {})
  return (
    unbound(facts, objects, namespace) ?? {
      check,
      result: 'ok',
      message: 'The controller has its permissions',
    }
  )
}

function unbound(
  facts: InstallationFacts,
  objects: readonly Fields[],
  namespace: string,
): CheckFinding | undefined {
  const bindings = objects.filter(each => bindsTo(each, namespace))
  const everywhere = bindings.some(each => isObject(each, 'ClusterRoleBinding', installed.controller))
  const places = namedNamespaces(facts)
  const without = places.filter(
    place =>
      !bindings.some(
        each => isObject(each, 'RoleBinding', installed.controller) && objectNamespace(each) === place,
      ),
  )
  if (!everywhere && places.length === 0) {
    return failed(`ClusterRoleBinding ${installed.controller} for ${accountUser(namespace)} is missing`)
  }
  if (!everywhere && without.length > 0) {
    return failed(`RoleBinding ${installed.controller} is missing in namespace ${listFirst(without)}`)
  }
  const election = bindings.some(each => isObject(each, 'RoleBinding', installed.leaderElection))
  return election ? undefined : failed(`RoleBinding ${namespace}/${installed.leaderElection} is missing`)
}

/** The namespaces that the controllers are told to work in. */
function namedNamespaces({ deployments }: InstallationFacts): readonly string[] {
  const found = deployments.kind === 'read' ? deployments.value : []
  const args = found.flatMap(argsOf).filter(arg => arg.startsWith('--namespaces='))
  return [...new Set(args.flatMap(arg => arg.slice('--namespaces='.length).split(',')))]
}

function lackingOf(rule: RoleRule, given: readonly Fields[]): readonly string[] {
  const [group = ''] = rule.apiGroups
  return rule.resources.flatMap(resource =>
    rule.verbs
      .filter(verb => !given.some(each => covers(each, { group, resource, verb })))
      .map(verb => `${verb} ${resource}${group === '' ? '' : `.${group}`}`),
  )
}

interface Right {
  readonly group: string
  readonly resource: string
  readonly verb: string
}

function covers(rule: Fields, { group, resource, verb }: Right): boolean {
  if (textsIn(rule, 'resourceNames').length > 0) return false
  const has = (list: string, word: string) => textsIn(rule, list).some(each => each === word || each === '*')
  return has('apiGroups', group) && has('resources', resource) && has('verbs', verb)
}

function isObject(object: Fields, kind: string, name: string): boolean {
  return textIn(object, 'kind') === kind && nameOfObject(object) === name
}

function bindsTo(object: Fields, namespace: string): boolean {
  return itemsIn(object, 'subjects').some(
    each => textIn(each, 'name') === installed.account && textIn(each, 'namespace') === namespace,
  )
}

function failed(message: string): CheckFinding {
  return { check: 'permissions', result: 'failed', message, next: 'fitout install' }
}

/** Whether the account of the controller is limited to what it has to write. */
export function checkPolicy({ policies, deployments }: InstallationFacts): CheckFinding | undefined {
  const check = 'policy'
  if (deployments.kind === 'unread' || deployments.value.length === 0) return undefined
  if (policies.kind === 'unread') return unreadCheck(check, policies.why)
  const name = 'fitout-own-writes'
  const [policy, binding] = ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'].map(kind =>
    policies.value.find(each => isObject(each, kind, name)),
  )
  if (!policy || !binding) {
    const message = `ValidatingAdmissionPolicy ${name} is not in force: a stolen token of the controller can write any Secret`
    return { check, result: 'warning', message, next: 'fitout install' }
  }
  const user = accountUser(objectNamespace(deployments.value[0] ?? {}))
  const conditions = itemsIn(partOf(policy, 'spec'), 'matchConditions')
  if (!conditions.some(each => textIn(each, 'expression').includes(`'${user}'`))) {
    const message = `ValidatingAdmissionPolicy ${name} applies to another account than ${user}, the account of the controller`
    return { check, result: 'failed', message, next: 'fitout install' }
  }
  return { check, result: 'ok', message: 'The policy for the writes of the controller is in force' }
}
