import { nodeAt, type YamlPath } from '../node/node-at.ts'
import { parseNode } from '../node/parse-node.ts'
import { readGoYaml } from '../read-go-yaml.ts'
import { doubleQuoted } from '../write/quote-string.ts'
import { writeYaml } from '../write/write-yaml.ts'
import { changeAt, isYamlMapping, readsAs } from './checked-edit.ts'
import { refusedEdit } from './replace-node.ts'

/** Gives an entry of a mapping another key, and leaves its value as it is. */
export function renameKey(text: string, path: YamlPath, key: string): string {
  const step = path.at(-1)
  const root = parseNode(text)
  const found = root && nodeAt(root, path)
  const spot = found?.key
  if (!found || !spot || step === undefined) throw refusedEdit('NOT_FOUND', path, { text, node: root })
  if (found.isShared) throw refusedEdit('SHARED', path, { text, node: found.node })
  const wanted = changeAt(readGoYaml(text), path.slice(0, -1), whole =>
    isYamlMapping(whole)
      ? Object.fromEntries(Object.entries(whole).map(([one, child]) => [one === step ? key : one, child]))
      : whole,
  )
  const spellings = [writeYaml(key).trimEnd(), doubleQuoted(key)]
  const edited = spellings
    .map(spelling => `${text.slice(0, spot.start)}${spelling}${text.slice(spot.end)}`)
    .find(one => readsAs(one, wanted))
  if (edited !== undefined) return edited
  throw refusedEdit('SHARED', path, { text, node: found.node })
}
