import { API_VERSION } from '../../domain/api/api-names.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import type { RepositoryTree } from '../tree.ts'
import { commented } from '../write/yaml-file.ts'

/** The file at the root of a fleet repository by which every command knows it. */
export const FITOUT_FILE = 'fitout.yaml'
/** The schema of that file, for editors. */
export const SCHEMA_FILE = '.fitout/repository.schema.json'

/** fitout.yaml, with words for the person who edits it. */
export function fitoutFile(repository: RepositoryFile): string {
  const { pattern, layout, git, managementCluster, profile, environments, versions, namespaces } = repository
  const text = commented(
    {
      apiVersion: API_VERSION,
      kind: 'FleetRepository',
      pattern,
      layout,
      git: { ...git },
      ...(managementCluster === undefined ? {} : { managementCluster }),
      profile,
      environments: Object.fromEntries(
        Object.entries(environments).map(([name, { namespace }]) => [
          name,
          namespace === undefined ? {} : { namespace },
        ]),
      ),
      versions: { kubernetes: versions.kubernetes, flux: versions.flux, addOns: { ...versions.addOns } },
      namespaces: { ...namespaces },
    },
    [
      {
        at: ['pattern'],
        words:
          'How Flux and the add-ons reach the clusters: crs, flux-cli, flux-cli-kas, flux-operator, terraform.\nIt cannot be changed here alone: the folders differ.',
      },
      { at: ['git', 'url'], words: 'As Flux reads it: https:// or ssh://. Do not put a password here.' },
      {
        at: ['git', 'credentials'],
        words: 'How clusters get their read-only token or key: sops, external-secrets, none.',
      },
      { at: ['profile'], words: 'Label fitout.dev/profile of a new cluster: which Fitout it gets.' },
      {
        at: ['environments'],
        words:
          'Each is a namespace of the same name on the management cluster, unless it says `namespace:`.\nAfter a new line here: fitout init --upgrade',
      },
      {
        at: ['versions', 'kubernetes'],
        words: 'What a new cluster gets. Clusters that are there keep theirs.',
      },
      { at: ['versions', 'addOns'], words: 'Written by `fitout add`.' },
    ],
  )
  return `# yaml-language-server: $schema=${SCHEMA_FILE}\n# Settings of this fleet repository. Every fitout command that works on files reads it.\n${text}`
}

/** The files that an upgrade looks at. fitout.yaml is what people say: nothing is to be merged into it. */
export function withoutFitoutFile(files: RepositoryTree): RepositoryTree {
  return new Map([...files].filter(([path]) => path !== FITOUT_FILE))
}
