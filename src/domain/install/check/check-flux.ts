import { itemsIn, partOf, textIn, type Fields } from '../../object/fields.ts'
import { installed } from '../installed-object.ts'
import type { CheckFinding, InstallationFacts } from './installation-facts.ts'
import { argsOf, nameOfObject, pathOf } from './read-objects.ts'

const check = 'flux'
const fluxGroups = ['helm.toolkit.fluxcd.io/', 'kustomize.toolkit.fluxcd.io/']

/** Whether Flux is on the management cluster, where something needs it there. */
export function checkFlux(facts: InstallationFacts): CheckFinding | undefined {
  const { flux, deployments } = facts
  const controllers = flux.kind === 'read' ? flux.value.map(nameOfObject) : []
  const notifies =
    deployments.kind === 'read' && deployments.value.some(each => argsOf(each).includes('--notify=flux'))
  if (notifies && flux.kind === 'read' && !controllers.includes('notification-controller')) {
    const message = 'The controller notifies Flux, but this cluster has no notification-controller'
    return { check, result: 'failed', message, next: 'install Flux, or run fitout install with notify: none' }
  }
  return proofFinding(facts) ?? found(controllers)
}

function found(controllers: readonly string[]): CheckFinding | undefined {
  if (controllers.length === 0) return undefined
  return {
    check,
    result: 'ok',
    message: `Flux is on the management cluster: ${controllers.toSorted().join(', ')}`,
  }
}

function proofFinding({ fitouts, served, permissions }: InstallationFacts): CheckFinding | undefined {
  const plan = (fitouts.kind === 'read' ? fitouts.value : []).find(provesByFlux)
  if (!plan) return undefined
  if (!('helm.toolkit.fluxcd.io/v2' in served)) {
    const message = `Fitout ${pathOf(plan)} proves objects of Flux on the management cluster, which has no Flux`
    return { check, result: 'failed', message, next: 'flux install' }
  }
  const roles = permissions.kind === 'read' ? permissions.value.map(nameOfObject) : undefined
  if (roles && !roles.includes(`${installed.managementProofs}-flux`)) {
    const message = `Fitout ${pathOf(plan)} proves objects of Flux on the management cluster, which the controller is not allowed to read`
    return { check, result: 'failed', message, next: 'fitout install --set managementProofs.flux=true' }
  }
  return undefined
}

function provesByFlux(fitout: Fields): boolean {
  return itemsIn(partOf(fitout, 'spec'), 'steps')
    .flatMap(step => itemsIn(partOf(step, 'proof'), 'objects'))
    .some(
      object =>
        textIn(object, 'cluster') === 'Management' &&
        fluxGroups.some(group => textIn(object, 'apiVersion').startsWith(group)),
    )
}
