import { NAME_VARIABLES } from '../../api/api-names.ts'
import { EnvsubstError } from '../../envsubst/envsubst-error.ts'
import { scanVariables } from '../../envsubst/scan-variables.ts'
import type { Manifest } from '../../pack/manifest.ts'
import type { ManifestProblem } from './manifest-problem.ts'

/**
 * Lists what may not stand in the names of an object.
 *
 * Which object is written must be decided by the template and the Cluster. If a handed-over value could decide it, it
 * could choose any object of the workload cluster to be overwritten.
 */
export function nameProblems(manifest: Manifest): readonly ManifestProblem[] {
  const foreign = [...variablesIn(manifest.name), ...variablesIn(manifest.namespace)].filter(
    name => !allowed.has(name),
  )
  return foreign.map(name => ({
    reason: 'RenderShapeChanged',
    cause: `variable "${name}" is not allowed in a name; only ${NAME_VARIABLES.join(' and ')}`,
  }))
}

const allowed: ReadonlySet<string> = new Set(NAME_VARIABLES)

// What cannot be read is reported when it is filled.
function variablesIn(text: string): readonly string[] {
  try {
    return scanVariables(text).map(({ name }) => name)
  } catch (error) {
    if (error instanceof EnvsubstError) return []
    throw error
  }
}
