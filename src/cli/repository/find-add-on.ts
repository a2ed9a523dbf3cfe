import { type AddOn, addOnSchema } from '../../domain/repository/add-on-schema.ts'
import { type FileProblem, locateProblems } from '../../domain/repository/read-repository.ts'
import { counted } from '../../domain/text/counted.ts'
import { nearest } from '../../domain/text/nearest.ts'
import { describeIssue } from '../../domain/validation/describe-issue.ts'
import { unknownFields } from '../../domain/validation/unknown-fields.ts'
import { locatorOf } from '../../domain/yaml/locate.ts'
import { readStrictYaml } from '../../domain/yaml/read-go-yaml.ts'
import { YamlError } from '../../domain/yaml/yaml-error.ts'
import { catalogue } from '../../scaffold/catalogue/catalogue.ts'
import { Refusal } from '../command/refusal.ts'
import type { Io } from '../io/io.ts'
import type { FoundRepository } from './find-repository.ts'
import { readTextFile } from './write-files.ts'
import { fileIn } from './file-in.ts'

/** Where a user's own add-ons are. */
const OWN = 'add-ons'

/** Finds an add-on by its name: the user's own, or that of the catalogue, in the version that fitout.yaml names. */
export function findAddOn(name: string, { root, repository }: FoundRepository, io: Io): AddOn {
  const path = `${OWN}/${name}.yaml`
  const text = readTextFile(root, path)
  const found = text === undefined ? catalogue.get(name) : readOwn(text, fileIn(root, path).path, io)
  if (!found) throw unknownAddOn(name, fileIn(root, path).path)
  if (found.name !== name) {
    throw new Refusal(
      `${fileIn(root, path).path} is the add-on "${found.name}": its file must have its name`,
      { exitCode: 2 },
    )
  }
  const { addOns, flux } = repository.versions
  // Flux has a line of its own: the management cluster runs it, too.
  const version = addOns[name] ?? (name === 'flux' ? flux : undefined)
  return version === undefined ? found : { ...found, version }
}

function readOwn(text: string, path: string, io: Io): AddOn {
  const reading = parse(text)
  if ('addOn' in reading) return reading.addOn
  for (const { line, column, message } of reading.problems) io.say(`${path}:${line}:${column}: ${message}`)
  throw new Refusal(`cannot use ${path}: ${counted(reading.problems.length, 'problem')}`, { exitCode: 2 })
}

function parse(text: string): { readonly addOn: AddOn } | { readonly problems: readonly FileProblem[] } {
  try {
    const value = readStrictYaml(text)
    const { data, error } = addOnSchema.safeParse(value, { reportInput: true })
    const problems = [...(error?.issues.map(describeIssue) ?? []), ...unknownFields(addOnSchema, value)]
    if (data && problems.length === 0) return { addOn: data }
    return { problems: locateProblems(problems, locatorOf(text)) }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    return { problems: [{ line: error.line, column: error.column, message: error.reason }] }
  }
}

function unknownAddOn(name: string, path: string): Refusal {
  const near = nearest(name, [...catalogue.keys()])
  return new Refusal(
    `unknown add-on ${JSON.stringify(name)}: it is not in the catalogue, and there is no ${path}`,
    {
      exitCode: 2,
      hint: near === undefined ? 'fitout add --list' : `fitout add ${near}`,
    },
  )
}
