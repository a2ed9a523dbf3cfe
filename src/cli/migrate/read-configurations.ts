import { statSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { YamlError } from '../../domain/yaml/yaml-error.ts'
import { EvaluationError } from '../../migrate/evaluate/evaluation-error.ts'
import { EvaluationBudget } from '../../migrate/evaluate/evaluation-budget.ts'
import { Holes } from '../../migrate/evaluate/holes.ts'
import type { Value } from '../../migrate/evaluate/value.ts'
import { HclError } from '../../migrate/hcl/hcl-error.ts'
import type { ParseHcl } from '../../migrate/hcl/syntax-node.ts'
import { loadModules, type LoadedModules } from '../../migrate/module/load-modules.ts'
import type { Configuration } from '../../migrate/module/module-instance.ts'
import { readModule } from '../../migrate/module/module-source.ts'
import { readVariables } from '../../migrate/module/read-variables.ts'
import { embeddedModules, type EmbeddedModule } from '../../migrate/workspace/module-text.ts'
import { Refusal } from '../command/refusal.ts'
import { shownPath } from '../io/shown-path.ts'
import { fileReader, filesOfModule, readTerraformFile, variableFiles } from './terraform-files.ts'

/** A configuration that was read: a folder, or a module inside a manifest. */
export interface ReadConfiguration {
  /** As people call it. */
  readonly title: string
  readonly loaded: LoadedModules
  /** The manifest that the module is in; undefined for a folder. */
  readonly embedded: EmbeddedModule | undefined
}

/** What configurations are read with. */
export interface ReadingChoices {
  readonly cwd: string
  readonly parse: ParseHcl
  /** Files of variables that are given. */
  readonly variables: readonly string[]
}

/** Reads folders and manifests. Refuses with the place of what cannot be read. */
export function readConfigurations(
  paths: readonly string[],
  choices: ReadingChoices,
): readonly ReadConfiguration[] {
  // One that is named twice is one.
  const named = new Map(paths.map(path => [resolve(choices.cwd, path), path]))
  return [...named.values()].flatMap(path => withPlaces(() => readPath(path, choices)))
}

/** Does something that can meet a text that is not read, and turns it into a refusal with a place. */
export function withPlaces<Result>(action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    if (error instanceof HclError || error instanceof EvaluationError)
      throw new Refusal(error.message, { exitCode: 2 })
    throw error
  }
}

function readPath(path: string, choices: ReadingChoices): readonly ReadConfiguration[] {
  if (isFolder(resolve(choices.cwd, path), path)) return [readFolder(path, choices)]
  if (/\.ya?ml$/.test(path)) return readManifests(path, choices)
  const { text } = readTerraformFile(choices.cwd, path)
  void text
  throw new Refusal(`${shownPath(path)} is neither a folder nor a manifest`, {
    exitCode: 2,
    fix: 'give the folder that has the .tf files, or the YAML file of a WorkspaceTemplate',
  })
}

function isFolder(location: string, path: string): boolean {
  const found = statSync(location, { throwIfNoEntry: false })
  if (!found) throw new Refusal(`cannot read ${shownPath(path)}: it does not exist`, { exitCode: 2 })
  return found.isDirectory()
}

function readFolder(path: string, choices: ReadingChoices): ReadConfiguration {
  const folder = posix.normalize(path).replace(/(?<=.)\/+$/, '')
  const files = filesOfModule(choices.cwd, folder) ?? []
  if (files.length === 0) {
    throw new Refusal(`${shownPath(path)} has no .tf files`, {
      exitCode: 2,
      fix: 'give the folder of a root module',
    })
  }
  const source = readModule(folder, files, choices.parse)
  const configuration = configurationIn(folder, choices)
  const inputs = inputsOf(variableFiles(choices.cwd, folder), configuration, choices)
  const filesIn = (one: string) => filesOfModule(choices.cwd, one)
  const loaded = loadModules({ source, inputs }, { filesIn, parse: choices.parse }, configuration)
  return { title: folder, loaded, embedded: undefined }
}

function readManifests(path: string, choices: ReadingChoices): readonly ReadConfiguration[] {
  const { text } = readTerraformFile(choices.cwd, path)
  const modules = modulesIn(path, text)
  if (modules.length === 0) {
    throw new Refusal(`${shownPath(path)} has no WorkspaceTemplate and no Workspace with a module`, {
      exitCode: 2,
    })
  }
  return modules.map(embedded => {
    const folder = posix.dirname(path)
    const source = readModule(folder, [embedded.file], choices.parse)
    const configuration = configurationIn(folder, choices)
    const given = inputsOf([], configuration, choices)
    const inputs = new Map([...embedded.inputs, ...given])
    const loaded = loadModules(
      { source, inputs },
      { filesIn: noFolder, parse: choices.parse },
      {
        ...configuration,
        files: {
          parse: choices.parse,
          read: name => ({ reason: `file ${name} is not there where Terraform runs` }),
        },
      },
    )
    return { title: `${path} (${embedded.title})`, loaded, embedded }
  })
}

// Terraform runs a module of a manifest in an empty folder.
function noFolder(): undefined {
  return undefined
}

function modulesIn(path: string, text: string): readonly EmbeddedModule[] {
  try {
    return embeddedModules(path, text)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw new Refusal(`${shownPath(path)}:${error.line}:${error.column}: ${error.reason}`, { exitCode: 2 })
  }
}

function configurationIn(folder: string, { cwd, parse }: ReadingChoices): Configuration {
  return {
    holes: new Holes(),
    budget: new EvaluationBudget(),
    files: { read: fileReader(cwd, folder), parse },
    folder,
  }
}

function inputsOf(
  own: readonly ReturnType<typeof readTerraformFile>[],
  configuration: Configuration,
  { cwd, variables }: ReadingChoices,
): ReadonlyMap<string, Value> {
  const files = [...own, ...variables.map(path => readTerraformFile(cwd, path))]
  return new Map(files.flatMap(file => [...readVariables(file, configuration)]))
}
