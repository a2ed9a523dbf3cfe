import * as z from 'zod'
import { API_VERSION } from '../api/api-names.ts'
import type { DeepReadonly } from '../api/deep-readonly.ts'
import { field, list, map, text } from '../api/schema/field.ts'
import { dnsLabel } from '../api/schema/names.ts'
import { compatSchema } from './compat-schema.ts'
import { CREDENTIALS, FORGES, LAYOUTS, PATTERNS } from './repository-choices.ts'

/** The version of Kubernetes that new clusters get unless fitout.yaml says otherwise. */
const DEFAULT_KUBERNETES = '1.35.4'

/** The version of Flux unless fitout.yaml says otherwise. */
const DEFAULT_FLUX = '2.9.4'

const version = (description: string) =>
  field(
    z
      .string()
      .max(64)
      .regex(
        /^v?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/,
        'must be a whole version, such as 1.35.4',
      ),
    description,
  )

const git = field(
  z.object({
    url: field(
      z
        .string()
        .max(500)
        .regex(
          /^(https?|ssh):\/\/[^\s]+$/,
          'must begin with https:// or ssh://, as Flux takes it; write git@host:group/name.git as ssh://git@host/group/name.git',
        )
        .refine(url => !/^[a-z]+:\/\/[^/@]*:[^/@]*@/.test(url), {
          message: 'must not contain a password: clusters get it from a Secret',
        }),
      'Address of this repository, as Flux reads it.',
    ),
    branch: text(244, 'Branch that clusters follow.').default('main'),
    forge: field(z.enum(FORGES), 'Where the repository is hosted.').default('gitlab'),
    credentials: field(
      z.enum(CREDENTIALS),
      'How clusters get the read-only credentials for this repository: encrypted here with SOPS, made by External Secrets, or none for a public repository.',
    ).default('sops'),
  }),
  'Where this repository is.',
)

const environment = field(
  z.object({
    namespace: dnsLabel(
      'Namespace of its Clusters on the management cluster. The name of the environment unless given.',
    ).optional(),
  }),
  'An environment. `{}` takes the defaults.',
)

const versions = field(
  z.object({
    kubernetes: version('Version of Kubernetes that a new cluster gets.').default(DEFAULT_KUBERNETES),
    flux: version('Version of Flux.').default(DEFAULT_FLUX),
    addOns: map(
      text(64, 'A version of its chart or of its manifests.'),
      { max: 200 },
      { description: 'Versions of the add-ons, by name. `fitout add` writes them.' },
    ).default({}),
  }),
  'Versions of what the clusters run.',
)

const lint = field(
  z.object({
    ignore: list(
      field(
        z.object({
          path: text(
            500,
            'Files: a path from the root, of a file or folder; `*` and `**` stand for any part.',
          ),
          code: text(64, 'Code of the rule.'),
          reason: text(500, 'Why the finding is accepted.'),
        }),
        'Findings that are ignored.',
      ),
      500,
      'Findings that are ignored, by path. One that ignores nothing is reported.',
    ).optional(),
  }),
  'What `fitout lint` leaves out.',
)

/** fitout.yaml: what a fleet repository is like. */
export const repositorySchema = field(
  z.object({
    apiVersion: z.literal(API_VERSION),
    kind: z.literal('FleetRepository'),
    pattern: field(z.enum(PATTERNS), 'How Flux and the add-ons reach the clusters.').default('crs'),
    layout: field(z.enum(LAYOUTS), 'How add-ons are written.').default('helm'),
    git,
    managementCluster: dnsLabel(
      'Folder below clusters/ of the cluster that Cluster API runs on. tmp-mgmt for crs, hub for flux-operator, else mgmt.',
    ).optional(),
    profile: dnsLabel('The Fitout of a new cluster: the value of its label fitout.dev/profile.').default(
      'default',
    ),
    environments: map(
      environment,
      { min: 1, max: 100 },
      { description: 'Environments, by name. Each is a namespace on the management cluster.' },
    ),
    versions: versions.prefault({}),
    namespaces: field(
      z.object({ flux: dnsLabel('Namespace of Flux.').default('flux-system') }),
      'Names of namespaces.',
    ).prefault({}),
    lint: lint.optional(),
    compat: compatSchema.optional(),
  }),
  'Settings of this fleet repository. Every command that works on files reads it.',
)

/** fitout.yaml as it is meant: what was left out has its default. */
export type RepositoryFile = DeepReadonly<z.output<typeof repositorySchema>>
/** How Flux and the add-ons reach the clusters. */
export type RepositoryPattern = (typeof PATTERNS)[number]

/** The schema of fitout.yaml, for editors. */
export function repositoryJsonSchema(): string {
  const schema = z.toJSONSchema(repositorySchema, { io: 'input', reused: 'inline' })
  return `${JSON.stringify({ title: 'fitout.yaml', ...schema }, undefined, 2)}\n`
}
