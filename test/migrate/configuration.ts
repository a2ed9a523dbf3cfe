import { posix } from 'node:path'
import { EvaluationBudget } from '../../src/migrate/evaluate/evaluation-budget.ts'
import { Holes } from '../../src/migrate/evaluate/holes.ts'
import type { Value } from '../../src/migrate/evaluate/value.ts'
import { loadModules, type LoadedModules } from '../../src/migrate/module/load-modules.ts'
import { readModule } from '../../src/migrate/module/module-source.ts'
import { type Migration, type MigrationChoices, planMigration } from '../../src/migrate/plan-migration.ts'
import { applyEdits } from '../../src/migrate/write/text-edit.ts'
import { parseHcl } from './grammar.ts'

/** For tests: files of a configuration by path. The root module is in `root`. */
export type ConfigurationFiles = Readonly<Record<string, string>>

/** For tests: loads a configuration from texts. */
export function aConfiguration(
  files: ConfigurationFiles,
  inputs: ReadonlyMap<string, Value> = new Map(),
): LoadedModules {
  const filesIn = (folder: string) => {
    const own = Object.keys(files).filter(path => posix.dirname(path) === folder && path.endsWith('.tf'))
    return own.length === 0 ? undefined : own.map(path => ({ path, text: files[path] ?? '' }))
  }
  const source = readModule('root', filesIn('root') ?? [], parseHcl)
  const read = (path: string) => {
    const seen = posix.join('root', path)
    const text = files[seen]
    return text === undefined ? { reason: `file ${path} is not here` } : { text, path: seen }
  }
  const configuration = {
    holes: new Holes(),
    budget: new EvaluationBudget(),
    files: { parse: parseHcl, read },
    folder: 'root',
  }
  return loadModules({ source, inputs }, { filesIn, parse: parseHcl }, configuration)
}

/** For tests: plans the migration of a configuration that is one file, or several. */
export function aMigration(
  files: string | ConfigurationFiles,
  choices: Partial<MigrationChoices> = {},
): Migration {
  const given = typeof files === 'string' ? { 'root/main.tf': files } : files
  return planMigration(aConfiguration(given), {
    secret: '${CLUSTER_NAME}-outputs',
    terraformVersion: '1.9',
    taken: new Set(),
    refused: new Map(),
    ...choices,
  })
}

/** For tests: the files of Terraform after a migration. */
export function afterwards({ edits }: Migration): Readonly<Record<string, string>> {
  return Object.fromEntries(edits.map(({ file, edits: own }) => [file.path, applyEdits(file.text, own)]))
}
