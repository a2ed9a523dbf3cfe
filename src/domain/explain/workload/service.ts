import { type Fields, numberIn, partOf, textIn } from '../../object/fields.ts'
import type { Lead } from '../guide.ts'
import { conditionOf, labelsIn } from '../seen-object.ts'

/** The Service behind an APIService that is not available. */
export const serviceOfApi: Lead = ({ object }) => {
  if (!object || conditionOf(object, 'Available')?.status === 'True') return []
  const service = partOf(partOf(object.fields, 'spec'), 'service')
  const [namespace, name] = [textIn(service, 'namespace'), textIn(service, 'name')]
  return name === '' ? [] : [{ on: object.ref.on, apiVersion: 'v1', kind: 'Service', namespace, name }]
}

/** What makes the pods behind a Service and has none that is available. */
export const makersBehind: Lead = ({ object }, inquiry) => {
  const selector = object ? partOf(partOf(object.fields, 'spec'), 'selector') : {}
  const namespace = object?.ref.namespace
  if (!object || namespace === undefined || Object.keys(selector).length === 0) return []
  const list = inquiry.list({ on: object.ref.on, apiVersion: 'apps/v1', kind: 'Deployment', namespace })
  if (list.kind !== 'listed') return []
  return list.objects
    .filter(({ fields }) => {
      const labels = labelsIn(partOf(partOf(fields, 'spec'), 'template'))
      const isDown = numberIn(partOf(fields, 'status'), 'availableReplicas') === 0
      return isDown && hasAll(labels, selector)
    })
    .map(({ ref }) => ref)
}

function hasAll(labels: Readonly<Record<string, string>>, selector: Fields): boolean {
  return Object.entries(selector).every(([key, value]) => labels[key] === value)
}
