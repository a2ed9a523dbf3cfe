import * as z from 'zod'
import { API_VERSION } from '../api/api-names.ts'
import type { DeepReadonly } from '../api/deep-readonly.ts'
import { field, list, map, text } from '../api/schema/field.ts'
import { handOverSchema } from '../api/schema/hand-over-schema.ts'
import { dnsLabel } from '../api/schema/names.ts'
import { proofSchema } from '../api/schema/proof-schema.ts'

const chart = field(
  z.object({
    url: field(
      z.string().regex(/^(oci|https?):\/\/\S+$/, 'must begin with oci://, https:// or http://'),
      'Address of the chart: oci://…/name, or of the Helm repository that has it.',
    ),
    name: text(
      253,
      'Name of the chart in the Helm repository. Not for oci://, which names it already.',
    ).optional(),
    credentials: field(
      z.boolean(),
      'Whether the hand-over has `username` and `password` of the Helm repository. Not for oci://.',
    ).optional(),
  }),
  'Where the chart is.',
)

const release = field(
  z.object({
    name: dnsLabel('Name of the HelmRelease, and of the release.'),
    chart,
    version: text(64, 'Version of the chart, if it is not that of the add-on.').optional(),
    crds: field(
      z.enum(['Create', 'CreateReplace', 'Skip']),
      'What to do with the CRDs in the folder crds/ of the chart. As Flux does unless given.',
    ).optional(),
    dependsOn: list(
      dnsLabel('A release of this add-on.'),
      8,
      'Releases that must be ready before.',
    ).optional(),
    values: map(z.unknown(), { max: 200 }, { description: 'Values, the same on all clusters.' }).optional(),
    handedOver: map(
      text(500, 'Path of the value, as in `targetPath` of a HelmRelease.'),
      { max: 64 },
      { description: 'Values of the cluster: the path in the values of the chart, by key of the hand-over.' },
    ).optional(),
    documents: list(
      text(253, 'A key of the hand-over.'),
      64,
      'Values of the cluster that are whole documents, YAML or JSON. All other values are put over them.',
    ).optional(),
    spec: map(
      z.unknown(),
      { max: 50 },
      { description: 'More fields of the HelmRelease, as in its `spec`.' },
    ).optional(),
  }),
  'A chart that Flux installs.',
)

const manifests = field(
  z.object({
    url: field(
      z.string().regex(/^https:\/\/\S+$/, 'must begin with https://'),
      'Where the manifests of a version are; `${version}` stands for it.',
    ).optional(),
    command: text(
      500,
      'A command that prints the manifests; `${version}` stands for the version.',
    ).optional(),
    isFlux: field(
      z.boolean(),
      'Whether they are a release of Flux, to be installed as `flux install` does.',
    ).optional(),
  }),
  'Manifests that a ClusterResourceSet delivers, for add-ons that are needed before Flux runs.',
)

/** An add-on that `fitout add` can write. */
export const addOnSchema = field(
  z.object({
    apiVersion: z.literal(API_VERSION),
    kind: z.literal('AddOn'),
    name: dnsLabel('Name of the add-on, of its folder and of its step.'),
    summary: text(200, 'One sentence that describes it.'),
    version: text(64, 'The version that is written unless fitout.yaml has another one.'),
    namespace: dnsLabel('Namespace on the workload cluster.'),
    writesNamespace: field(
      z.boolean(),
      'Whether the Namespace is written into the repository, too. It is unless this says false.',
    ).optional(),
    releases: list(release, 8, 'Charts that Flux installs, in order.').optional(),
    manifests: manifests.optional(),
    component: text(
      63,
      'Its name in `versions` of a step: checked against the version of the cluster.',
    ).optional(),
    handOver: handOverSchema.optional(),
    proof: proofSchema,
    timeout: text(16, 'How long its step may take, such as 15m.').optional(),
    checks: list(text(500, 'A sentence.'), 20, 'What to check manually before it is merged.').optional(),
    sources: list(
      field(z.object({ url: text(500, 'Address.'), asOf: text(10, 'The day it was read.') }), 'A source.'),
      10,
      'Where version and address come from.',
    ).optional(),
  }),
  'An add-on: what brings it to a cluster, and what proves it.',
)

/** An add-on, read from a file or from the catalogue. */
export type AddOn = DeepReadonly<z.output<typeof addOnSchema>>
/** An add-on as a person writes it. */
export type AddOnManifest = DeepReadonly<z.input<typeof addOnSchema>>
/** One chart of an add-on. */
export type AddOnRelease = NonNullable<AddOn['releases']>[number]
