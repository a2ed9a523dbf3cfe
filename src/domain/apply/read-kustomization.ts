import { isFields } from '../object/fields.ts'
import type { Place } from '../pack/pack-problem.ts'
import { locatorOf } from '../yaml/locate.ts'
import { readStrictYaml } from '../yaml/read-go-yaml.ts'
import { YamlError } from '../yaml/yaml-error.ts'
import type { SourceText } from '../pack/read-manifests.ts'
import type { ApplyProblem } from './apply-problem.ts'

/** Files that make a folder a kustomization. */
export const kustomizationNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const

/** What a kustomization lists, each with the place where it does. */
export interface KustomizationReading {
  readonly resources: readonly { readonly path: string; readonly place: Place }[]
  readonly problems: readonly ApplyProblem[]
}

const plainFields = new Set(['apiVersion', 'kind', 'metadata', 'resources'])

/** Reads a kustomization that is a plain list of files and folders. All else would need kustomize itself, and is refused. */
export function readKustomization({ path, text }: SourceText): KustomizationReading {
  try {
    const value = readStrictYaml(text)
    if (!isFields(value)) throw new YamlError('NOT_AN_OBJECT', 'a document that is not an object', start)
    return readFields(value, { path, text })
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const place = { path, line: error.line, column: error.column }
    return {
      resources: [],
      problems: [{ severity: 'error', code: 'BAD_YAML', place, message: error.reason }],
    }
  }
}

const start = { line: 1, column: 1, offset: 0 }

function readFields(
  fields: Readonly<Record<string, unknown>>,
  { path, text }: SourceText,
): KustomizationReading {
  const locate = locatorOf(text)
  const placeOf = (where: readonly (string | number)[], part: 'key' | 'value' = 'value'): Place => {
    const { line, column } = locate(where, part) ?? start
    return { path, line, column }
  }
  const problems: ApplyProblem[] = Object.keys(fields)
    .filter(field => !plainFields.has(field))
    .map(field => notPlain(placeOf([field], 'key'), `field ${JSON.stringify(field)} needs kustomize`, path))
  const given = fields['resources'] ?? []
  const listed: readonly unknown[] = Array.isArray(given) ? given : []
  // Read as no resources, all that it names would be deleted.
  if (!Array.isArray(given)) problems.push(notAList(placeOf(['resources'])))
  const resources = listed.flatMap((item, index) => {
    const place = placeOf(['resources', index])
    if (typeof item === 'string' && !isRemote(item)) return [{ path: item, place }]
    const what =
      typeof item === 'string'
        ? `resource ${JSON.stringify(item)} is not in this repository`
        : 'a resource that is not a string'
    problems.push(notPlain(place, what, path))
    return []
  })
  return { resources, problems }
}

function notAList(place: Place): ApplyProblem {
  const message = 'resources must be a list of files and folders'
  return { severity: 'error', code: 'BAD_YAML', place, message }
}

// As kustomize tells: an address, or the short form of one.
function isRemote(resource: string): boolean {
  return /:\/\/|^git@|^(?:www\.)?(?:github|gitlab|bitbucket)\.(?:com|org)[/:]|\?(?:ref|version)=|\.git(?:\/|$)/.test(
    resource,
  )
}

function notPlain(place: Place, message: string, path: string): ApplyProblem {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.'
  return {
    severity: 'error',
    code: 'KUSTOMIZE_NOT_PLAIN',
    place,
    message: `${message}; fitout apply reads plain lists of resources`,
    fix: `kustomize build ${folder} | fitout apply --cluster <name> -`,
  }
}
