import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { namespaceObject, workloadObject } from '../../src/simulator/fleet/add-on-objects.ts'
import { sampleFitout, sampleObjects, sampleSteps } from '../simulator/sample-plan.ts'
import { packObjects } from '../../src/simulator/fleet/pack-objects.ts'

// With those of the sample these are eight steps.
const more = ['metrics', 'ingress', 'logging']

/** Everything on a management cluster for clusters of these names with a plan of eight steps. */
export function eightStepObjects(names: readonly string[]): readonly KubeObject[] {
  const steps = more.map(name => ({
    name,
    gate: { label: `${name}.example.com/enabled` },
    resourceSets: [name],
    proof: { objects: [{ apiVersion: 'apps/v1', kind: 'Deployment', namespace: name, name }] },
  }))
  const packs = more.flatMap(name => {
    const deployment = workloadObject('Deployment', {
      namespace: name,
      name,
      image: `example.com/${name}:1.0.0`,
    })
    return packObjects(name, `${name}.example.com/enabled`, {
      [`${name}-base`]: [namespaceObject(name), deployment],
    })
  })
  const others = sampleObjects(names).filter(({ kind }) => kind !== 'Fitout')
  return [...others, ...packs, sampleFitout([...sampleSteps, ...steps])]
}

/** So many names of clusters, in their order. */
export function clusterNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `cluster-${String(index).padStart(4, '0')}`)
}
