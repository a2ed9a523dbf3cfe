import type * as z from 'zod'
import { API_VERSION, GROUP, VERSION } from '../api/api-names.ts'
import { clusterFitoutSchema } from '../api/schema/cluster-fitout-schema.ts'
import { fitoutSchema } from '../api/schema/fitout-schema.ts'
import { type StructuralSchema, structuralSchema } from './structural-schema.ts'

interface Column {
  readonly name: string
  readonly type: 'string' | 'integer' | 'boolean' | 'date'
  readonly jsonPath: string
  readonly description: string
  /** 1 is shown with `-o wide` only. */
  readonly priority?: 1
}

/** One kind of the API. */
export interface OwnKind {
  readonly kind: string
  readonly plural: string
  readonly shortName: string
  readonly schema: z.ZodType
  /** Labels of the CRD, for `clusterctl move`. */
  readonly labels: Readonly<Record<string, string>>
  readonly columns: readonly Column[]
}

// clusterctl looks only at kinds whose CRD has this label; what a Cluster owns then moves with it.
const discovered = { 'clusterctl.cluster.x-k8s.io': '' }
// Nothing owns a Fitout, so nothing would take it along.
const movedByItself = { ...discovered, 'clusterctl.cluster.x-k8s.io/move': '' }

const age: Column = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
  description: 'Age of the object',
}

/** Both kinds, in the order in which a person meets them. */
export const kinds: readonly OwnKind[] = [
  {
    kind: 'Fitout',
    plural: 'fitouts',
    shortName: 'fo',
    schema: fitoutSchema,
    labels: movedByItself,
    columns: [
      clusters('Clusters', 'total', 'Number of clusters'),
      clusters('Ready', 'ready', 'Number of ready clusters'),
      clusters('Held', 'held', 'Number of held clusters, which need action'),
      clusters('Stuck', 'stuck', 'Number of clusters past a timeout'),
      clusters('Failed', 'failed', 'Number of failed clusters'),
      age,
      {
        name: 'Suspended',
        type: 'boolean',
        jsonPath: '.spec.suspend',
        description: 'Whether the plan is suspended',
        priority: 1,
      },
      {
        name: 'Status',
        type: 'string',
        jsonPath: '.status.conditions[?(@.type=="Ready")].message',
        description: 'Message about the plan',
        priority: 1,
      },
    ],
  },
  {
    kind: 'ClusterFitout',
    plural: 'clusterfitouts',
    shortName: 'cfo',
    schema: clusterFitoutSchema,
    labels: discovered,
    columns: [
      {
        name: 'Ready',
        type: 'string',
        jsonPath: '.status.conditions[?(@.type=="Ready")].status',
        description: 'Whether every step is proven',
      },
      { name: 'State', type: 'string', jsonPath: '.status.state', description: 'State of the cluster' },
      { name: 'Step', type: 'string', jsonPath: '.status.step', description: 'Current step' },
      age,
      {
        name: 'Cause',
        type: 'string',
        jsonPath: '.status.cause.message',
        description: 'Cause why the cluster is not ready',
      },
      {
        name: 'Kubernetes',
        type: 'string',
        jsonPath: '.status.cluster.kubernetesVersion',
        description: 'Kubernetes version of the cluster',
        priority: 1,
      },
      {
        name: 'Fitout',
        type: 'string',
        jsonPath: '.spec.fitout',
        description: 'Fitout of the cluster',
        priority: 1,
      },
      {
        name: 'Next',
        type: 'string',
        jsonPath: '.status.cause.next',
        description: 'The first thing to do',
        priority: 1,
      },
    ],
  },
]

function clusters(name: string, field: string, description: string): Column {
  return { name, type: 'integer', jsonPath: `.status.clusters.${field}`, description }
}

/** The CustomResourceDefinition of a kind. */
export function crdOf({ kind, plural, shortName, schema, labels, columns }: OwnKind) {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}`, labels },
    spec: {
      group: GROUP,
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular: kind.toLowerCase(),
        shortNames: [shortName],
        // Not `fitout`: kubectl would take it for both kinds, and refuse to delete one.
        categories: ['cluster-api'],
      },
      scope: 'Namespaced',
      versions: [
        {
          name: VERSION,
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: columns,
          schema: { openAPIV3Schema: rootSchema(schema) },
        },
      ],
    },
  } as const
}

/** The schema of a whole object; name and kind are for the API server to check, metadata are its own. @internal */
export function rootSchema(schema: z.ZodType): StructuralSchema {
  const root = structuralSchema(schema)
  const { spec = {}, status = {} } = root.properties ?? {}
  return {
    description: root.description ?? '',
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string', description: `Always ${API_VERSION}.` },
      kind: { type: 'string', description: 'The kind of the object.' },
      metadata: { type: 'object' },
      spec,
      status,
    },
  }
}
