import { attributeOf, type Block } from '../hcl/body.ts'
import type { Forgetting } from './terraform-edits.ts'

/** The first version that knows `removed` blocks. */
const REMOVED: readonly [number, number] = [1, 7]

/** What is known of the Terraform that reads a configuration. */
export interface TerraformVersion {
  readonly forgetting: Forgetting
  /** Why, for the report. */
  readonly words: string
}

/** Chooses how a release is forgotten: by the version that is given, else by what the configuration requires. */
export function forgettingOf(settings: readonly Block[], given: string | undefined): TerraformVersion {
  if (given !== undefined) {
    return isAtLeast(numbersOf(given), REMOVED)
      ? { forgetting: 'removed-block', words: `Terraform ${given} knows removed blocks` }
      : { forgetting: 'state-rm', words: `Terraform ${given} does not know removed blocks` }
  }
  const required = settings.flatMap(({ body }) => {
    const value = attributeOf(body, 'required_version')?.value
    return value?.kind === 'literal' && typeof value.value === 'string' ? [value.value] : []
  })
  if (required.length === 0) {
    // An older Terraform refuses the file before it changes anything.
    return {
      forgetting: 'removed-block',
      words: 'no required_version is given: a Terraform older than 1.7 will refuse the removed blocks',
    }
  }
  const shown = JSON.stringify(required.join(', '))
  return required.flatMap(text => text.split(',')).some(isRecent)
    ? { forgetting: 'removed-block', words: `required_version is ${shown}` }
    : {
        forgetting: 'state-rm',
        words: `required_version is ${shown}, which admits versions without removed blocks`,
      }
}

function isRecent(constraint: string): boolean {
  const match = /^\s*(>=|>|=|~>)?\s*v?(\d[\d.]*)/.exec(constraint)
  return match?.[2] !== undefined && isAtLeast(numbersOf(match[2]), REMOVED)
}

function numbersOf(version: string): readonly number[] {
  return version
    .replace(/^v/, '')
    .split('.')
    .map(part => Number.parseInt(part, 10) || 0)
}

function isAtLeast(
  [major = 0, minor = 0]: readonly number[],
  [wanted, least]: readonly [number, number],
): boolean {
  return major > wanted || (major === wanted && minor >= least)
}
