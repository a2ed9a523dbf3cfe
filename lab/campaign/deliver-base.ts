import { type KubeObject, ref } from '../kube/kube-object.ts'
import { chart } from '../servers/chart.ts'
import type { Place } from '../situations/place.ts'
import { type Base, deliveryNames } from './base.ts'

/** Puts everything of a base where it comes from: Git, charts, nodes, and what is beside the Cluster. */
export async function deliverBase(place: Place, base: Base): Promise<void> {
  await publishCharts(place, base)
  await commitFiles(place, base)
  for (const { object } of base.parts.filter(({ way }) => way === 'node')) await addNode(place, object)
  if (base.name === 'values') await place.workload.apply({ ...ref('v1', 'Namespace', `${base.id}-values`) })
  for (const { object } of base.parts.filter(({ way }) => way === 'management')) await place.give(object)
  await place.give(packOf(base))
}

// Numbered, since Cluster API applies the keys in their order.
function packOf(base: Base): KubeObject {
  const packed = base.parts.filter(({ way }) => way === 'pack')
  const data =
    base.packText === undefined
      ? Object.fromEntries(
          packed.map(({ object }, index) => [
            `${String(index).padStart(2, '0')}.json`,
            JSON.stringify(object),
          ]),
        )
      : { '00.yaml': base.packText }
  const more = base.packMore === undefined ? {} : { '99.yaml': base.packMore }
  return { ...ref('v1', 'ConfigMap', deliveryNames(base.id).pack), data: { ...data, ...more } }
}

async function publishCharts({ lab }: Place, base: Base): Promise<void> {
  const templates = filesOf(base, 'chart', 'templates')
  if (Object.keys(templates).length === 0) return
  const made = chart(base.id, '1.0.0', { ...templates, ...base.chartFiles })
  await lab.charts.publish(made)
  await lab.registry.push('charts', made)
  const note = { ...ref('v1', 'ConfigMap', 'first'), data: { size: '1' } }
  await lab.charts.publish(
    chart(`${base.id}-first`, '1.0.0', { 'templates/note.yaml': JSON.stringify(note) }),
  )
}

async function commitFiles({ lab }: Place, base: Base): Promise<void> {
  const files = filesOf(base, 'git', 'apps')
  if (Object.keys(files).length > 0) await lab.git.commit(base.id, { ...files, ...base.gitFiles })
}

function filesOf({ parts }: Base, way: 'chart' | 'git', folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parts
      .filter(part => part.way === way)
      .map(({ object }) => [
        `${folder}/${object.kind.toLowerCase()}-${object.metadata.name}.yaml`,
        // A number that a chart fills in has no quotes around it.
        JSON.stringify(object).replaceAll('"{{ .Values.replicas }}"', '{{ .Values.replicas }}'),
      ]),
  )
}

async function addNode({ workload }: Place, node: KubeObject): Promise<void> {
  await workload.apply(node)
  const capacity = { cpu: '8', memory: '16Gi', pods: '50' }
  await workload.patch(node, { status: { capacity, allocatable: capacity } }, '/status')
}

/** Takes away what does not go with the namespaces of a base. */
export async function removeBase({ workload }: Place, { id, parts, name }: Base): Promise<void> {
  const single = parts.filter(
    ({ way, object }) =>
      way !== 'management' && way !== 'git' && way !== 'chart' && object.metadata.namespace === undefined,
  )
  const spaces = [
    ref('v1', 'Namespace', id),
    ...(name === 'values' ? [ref('v1', 'Namespace', `${id}-values`)] : []),
  ]
  for (const object of [...single.map(one => one.object).toReversed(), ...spaces])
    await workload.delete(object).catch(() => undefined)
}
