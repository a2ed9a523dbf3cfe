import { isFields } from '../../object/fields.ts'
import { isEqual } from '../../object/is-equal.ts'
import type { YamlPath } from '../node/node-at.ts'
import { readGoYaml } from '../read-go-yaml.ts'
import { YamlError } from '../yaml-error.ts'
import type { YamlValue } from '../yaml-value.ts'

/** Whether a text reads, and as this value. A change that meant more than it should would be worse than none. */
export function readsAs(text: string, wanted: YamlValue): boolean {
  try {
    return isEqual(readGoYaml(text), wanted)
  } catch (error) {
    if (error instanceof YamlError) return false
    throw error
  }
}

/** The whole value with another one at a path that is there. */
export function changeAt(
  whole: YamlValue,
  path: YamlPath,
  change: (value: YamlValue) => YamlValue,
): YamlValue {
  const [step, ...rest] = path
  if (step === undefined) return change(whole)
  if (Array.isArray(whole)) {
    return whole.map((item: YamlValue, index) => (index === step ? changeAt(item, rest, change) : item))
  }
  if (typeof whole !== 'object' || whole === null) return whole
  return Object.fromEntries(
    Object.entries(whole).map(([key, child]) => [
      key,
      key === String(step) ? changeAt(child, rest, change) : child,
    ]),
  )
}

/** The value at a path of a document that was read; undefined if there is none. */
export function valueAt(whole: YamlValue, path: YamlPath): YamlValue | undefined {
  let found: YamlValue | undefined = whole
  for (const step of path) {
    if (isYamlList(found)) found = typeof step === 'number' ? found[step] : undefined
    else if (isYamlMapping(found)) found = Object.hasOwn(found, step) ? found[step] : undefined
    else return undefined
  }
  return found
}

/** Whether a value is a list. */
export function isYamlList(value: YamlValue | undefined): value is readonly YamlValue[] {
  return Array.isArray(value)
}

/** Whether a value is a mapping. */
export function isYamlMapping(value: YamlValue | undefined): value is Readonly<Record<string, YamlValue>> {
  return isFields(value)
}
