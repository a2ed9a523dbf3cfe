import type { ClusterClass } from '../../domain/cluster-class/read-class.ts'
import type { FormReading } from '../../domain/cluster-form/read-form.ts'
import { atCluster } from '../../domain/cluster-form/form-place.ts'
import { shownValue } from '../../domain/cluster-form/form-field.ts'
import { shellWord } from '../../domain/explain/show/shell-word.ts'
import { names } from '../../domain/api/api-names.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'

interface CommandSubject {
  readonly reading: Extract<FormReading, { readonly ok: true }>
  readonly found: ClusterClass
  readonly environment: string
  readonly repository: RepositoryFile
}

/** The command that makes the same cluster. It has the variables; what is only in the YAML is not in it. */
export function newCommand({ reading, found, environment, repository }: CommandSubject): string {
  const textAt = (...path: readonly string[]) => shownValue(reading.valueAt(atCluster(...path))) ?? ''
  const kubernetes = textAt('spec', 'topology', 'version').replace(/^v/, '')
  const profile = textAt('metadata', 'labels', names.profileLabel)
  const words = [
    'fitout cluster new',
    shellWord(textAt('metadata', 'name')),
    `--env ${shellWord(environment)}`,
    `--class ${shellWord(found.name)}`,
    ...(kubernetes === repository.versions.kubernetes ? [] : [`--kubernetes ${shellWord(kubernetes)}`]),
    ...(profile === '' || profile === repository.profile ? [] : [`--profile ${shellWord(profile)}`]),
    ...[...reading.variables].map(
      ([name, value]) => `--set ${shellWord(`${name}=${shownValue(value) ?? ''}`)}`,
    ),
  ]
  return words.join(' ')
}
