import { type Fields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import { compileLabelSelector } from '../../labels/label-selector.ts'
import { SelectorError } from '../../labels/selector-error.ts'
import { formatSelector, type Labels, matchesSelector } from '../../labels/selector.ts'
import type { Inquiry } from '../inquiry.ts'
import { namespaceRef, labelsIn, type SeenObject } from '../seen-object.ts'
import type { Proven } from './claim-refusal.ts'

/** Where a webhook is asked for. */
export interface WebhookConfig {
  readonly object: SeenObject
  /** Which of its webhooks it is. */
  readonly index: number
}

/** What the words of an API server tell of a webhook. */
interface Named {
  readonly webhook: string
  /** Behind which it is, if the words say so. */
  readonly service?: { readonly namespace: string; readonly name: string } | undefined
}

const kinds = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration']

/**
 * The configuration that has a webhook of this name and may be the one that was asked; undefined if none is known.
 *
 * The names of webhooks are not unique: one whose selectors leave the refused object out is another client's.
 */
export function configOf(named: Named, said: Proven, inquiry: Inquiry): WebhookConfig | undefined {
  const { on } = said.about
  const lists = kinds.map(kind => inquiry.list({ on, apiVersion: 'admissionregistration.k8s.io/v1', kind }))
  const configs = lists.flatMap(list => (list.kind === 'listed' ? list.objects : []))
  const found = configs.flatMap(object =>
    itemsIn(object.fields, 'webhooks').flatMap((webhook, index) =>
      textIn(webhook, 'name') === named.webhook && isBehind(webhook, named.service)
        ? [{ object, index, isAsked: isAsked(webhook, said, inquiry) }]
        : [],
    ),
  )
  return found.find(one => one.isAsked === true) ?? found.find(one => one.isAsked === undefined)
}

function isBehind(webhook: Fields, service: Named['service']): boolean {
  const own = partOf(partOf(webhook, 'clientConfig'), 'service')
  if (!service || textIn(own, 'name') === '') return true
  return textIn(own, 'name') === service.name && textIn(own, 'namespace') === service.namespace
}

// Undefined if that is not known.
function isAsked(webhook: Fields, said: Proven, inquiry: Inquiry): boolean | undefined {
  const answers = new Set([
    selects(webhook['namespaceSelector'], () => labelsOfNamespace(said, inquiry)),
    selects(webhook['objectSelector'], () => labelsOfPods(said, inquiry)),
  ])
  return answers.has(false) ? false : answers.has(undefined) ? undefined : true
}

// What selects everything is not looked up.
function selects(selector: unknown, labels: () => Labels | undefined): boolean | undefined {
  if (selector === undefined || selector === null) return true
  try {
    const compiled = compileLabelSelector(selector)
    if (formatSelector(compiled) === '') return true
    const known = labels()
    return known && matchesSelector(compiled, known)
  } catch (error) {
    if (error instanceof SelectorError) return undefined
    throw error
  }
}

function labelsOfNamespace(said: Proven, inquiry: Inquiry): Labels | undefined {
  const name = namespaceOf(said, inquiry)
  if (name === undefined) return undefined
  const seen = inquiry.find(namespaceRef(said.about.on, name))
  // The API server itself gives every Namespace this label.
  return typeof seen === 'string'
    ? undefined
    : { 'kubernetes.io/metadata.name': name, ...labelsIn(seen.fields) }
}

// Where what was refused was to go; a Kustomization says it in its words, and a chart seldom goes elsewhere.
function namespaceOf({ refused, about, line }: Proven, inquiry: Inquiry): string | undefined {
  if (refused) return refused.namespace
  if (about.kind === 'ClusterResourceSet') return undefined
  if (about.kind === 'Kustomization') return /\b[A-Z]\w{0,62}\/([a-z0-9-]{1,63})\/\S/.exec(line.line)?.[1]
  if (about.kind !== 'HelmRelease') return about.namespace
  const release = inquiry.find(about)
  const spec = typeof release === 'string' ? {} : partOf(release.fields, 'spec')
  return textIn(spec, 'targetNamespace') || about.namespace
}

function labelsOfPods({ refused, about }: Proven, inquiry: Inquiry): Labels | undefined {
  const maker = refused ? 'unread' : inquiry.find(about)
  const spec = typeof maker === 'string' ? {} : partOf(maker.fields, 'spec')
  return 'template' in spec ? labelsIn(partOf(spec, 'template')) : undefined
}
