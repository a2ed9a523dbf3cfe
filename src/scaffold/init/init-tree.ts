import { repositoryJsonSchema, type RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { isSimulated, SIMULATE_VALUES } from '../places.ts'
import { joinTrees, type RepositoryTree } from '../tree.ts'
import { ciFiles } from './ci-files.ts'
import { infrastructureTree } from './environment-tree.ts'
import { FITOUT_FILE, fitoutFile, SCHEMA_FILE } from './fitout-file.ts'
import { type FluxComponents, managementTree } from './management-tree.ts'
import { readmeFile } from './readme.ts'
import { terraformFiles } from './terraform-files.ts'

/** Where the next steps are. */
export const README = 'README.md'

/** What is written beside what fitout.yaml says. */
export interface InitOptions {
  /** The version of the command, for CI. */
  readonly fitout: string
  /** Flux itself; without it, a later run writes it. */
  readonly components?: FluxComponents | undefined
  /** README.md, unless another client has written that. */
  readonly readme?: string
}

/** Every file of a new fleet repository. The same answers give the same bytes. */
export function initTree(
  repository: RepositoryFile,
  { fitout, components, readme = README }: InitOptions,
): RepositoryTree {
  return joinTrees(
    new Map([
      [FITOUT_FILE, fitoutFile(repository)],
      [SCHEMA_FILE, repositoryJsonSchema()],
      [readme, readmeFile(repository)],
      ...(isSimulated(repository.pattern) ? [[SIMULATE_VALUES, simulateValuesFile] as const] : []),
      ...(repository.git.credentials === 'sops' ? [['.sops.yaml', sopsFile] as const] : []),
    ]),
    ciFiles(repository, fitout),
    managementTree(repository, components),
    infrastructureTree(repository),
    repository.pattern === 'terraform' ? terraformFiles(repository) : new Map(),
  )
}

const sopsFile = `# What SOPS encrypts, and for whom. Put the public key of age.agekey here; the key itself stays out of this repository.
creation_rules:
- path_regex: \\.sops\\.yaml$
  encrypted_regex: ^(data|stringData)$
  age: age1-put-the-public-key-here
`

const simulateValuesFile = `# Sample values for fitout simulate, instead of the outputs of Terraform: only their format matters.
# fitout add adds the values that an add-on needs. Do not put secrets here.
cluster_name: sample
`
