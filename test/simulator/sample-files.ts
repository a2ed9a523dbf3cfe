import { aFitout, aStep } from '../domain/sample-fitout.ts'
import { writeDocuments } from '../../src/domain/yaml/document/join-documents.ts'
import type { YamlValue } from '../../src/domain/yaml/yaml-value.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { sampleObjects } from './sample-plan.ts'
import { type PlanReading, type PlanRequest, planFleet } from '../../src/simulator/folder/fleet-plan.ts'
import type { FolderText } from '../../src/simulator/folder/read-objects.ts'

/** For tests: objects as the text of one file. */
export function fileOf(path: string, objects: readonly object[]): FolderText {
  return { path, text: writeDocuments(objects as readonly YamlValue[]) }
}

/** For tests: the plan of a fleet of these objects. */
export function planOf(objects: readonly object[], rest: Partial<PlanRequest> = {}): PlanReading {
  return planFleet({ texts: [fileOf('fleet.yaml', objects)], namespace: 'default', ...rest })
}

/** For tests: a Fitout with one step that every cluster passes. */
export function smallFitout(
  name = 'test',
  clusterSelector: object = { matchLabels: { profile: name } },
): KubeObject {
  const fitout = aFitout([aStep('api')])
  return { ...fitout, metadata: { name, namespace: 'default' }, spec: { ...fitout.spec, clusterSelector } }
}

/** For tests: a Cluster of the user. */
export function aCluster(name: string, labels: Readonly<Record<string, string>>): KubeObject {
  return {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name, namespace: 'default', labels },
    spec: {},
  }
}

/** For tests: a network, Flux, Karpenter by Flux, and nodes, without clusters and their values. */
export const sampleFolder: readonly KubeObject[] = sampleObjects([])
