import { partOf, numberIn } from '../../object/fields.ts'
import { lineAbout, lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { Lead, CauseRule, CauseSubject } from '../guide.ts'
import type { Inquiry, Listing } from '../inquiry.ts'
import { conditionsOf, isStale, type SeenObject } from '../seen-object.ts'
import { apiGroup } from '../../object/api-group.ts'
import { commit, kubectlDescribe, refresh } from '../show/commands.ts'

const controllers: Readonly<Record<string, string>> = {
  'helm.toolkit.fluxcd.io': 'helm-controller',
  'kustomize.toolkit.fluxcd.io': 'kustomize-controller',
  'source.toolkit.fluxcd.io': 'source-controller',
}

/** The controller of an object that nobody has looked at. */
export const controllerOf: Lead = (subject, inquiry) => {
  const found = isIgnored(subject) ? deploymentOf(subject, inquiry) : undefined
  return found && isDown(found) ? [found.ref] : []
}

/** An object of Flux that nobody has looked at, because its controller does not run. */
export const controllerDown: CauseRule = (subject, inquiry) => {
  const { object } = subject
  const name = controllers[apiGroup(subject.ref.apiVersion)] ?? ''
  if (!object || !isIgnored(subject)) return undefined
  const list = listFlux(subject, inquiry)
  if (list.kind !== 'listed') return undefined
  const found = list.objects.find(({ ref }) => ref.name === name)
  if (found && !isDown(found)) return undefined
  const own = lineOf(object, 'no controller has observed its latest generation')
  if (!found) {
    // Where someone has left a word, someone looks, under whatever name.
    if (conditionsOf(object).length > 0) return undefined
    return {
      reason: 'FluxNotInstalled',
      sentence: sentenceOf(`Flux's ${name} is not installed, so nothing reconciles ${nameOf(object.ref)}`),
      evidence: [
        own,
        lineAbout(
          { on: object.ref.on, apiVersion: 'apps/v1', kind: 'Deployment', name },
          'does not exist',
          'NotFound',
        ),
      ],
      next: [commit(`Add ${name} to the components of the Flux pack`), refresh(inquiry.facts)],
    }
  }
  return {
    reason: 'FluxControllerDown',
    sentence: sentenceOf(
      `${nameOf(found.ref)} has no available pod, so nothing reconciles ${nameOf(object.ref)}`,
    ),
    evidence: [own, lineOf(found)],
    next: [kubectlDescribe(found.ref, inquiry.facts), refresh(inquiry.facts)],
  }
}

function isIgnored({ object }: CauseSubject): boolean {
  return object !== undefined && (isStale(object) || conditionsOf(object).length === 0)
}

function isDown({ fields }: SeenObject): boolean {
  return numberIn(partOf(fields, 'status'), 'availableReplicas') === 0
}

function deploymentOf(subject: CauseSubject, inquiry: Inquiry): SeenObject | undefined {
  const list = listFlux(subject, inquiry)
  if (list.kind !== 'listed') return undefined
  return list.objects.find(({ ref }) => ref.name === controllers[apiGroup(subject.ref.apiVersion)])
}

function listFlux({ ref: { on } }: CauseSubject, inquiry: Inquiry): Listing {
  return inquiry.list({
    on,
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    labels: 'app.kubernetes.io/part-of=flux',
  })
}
