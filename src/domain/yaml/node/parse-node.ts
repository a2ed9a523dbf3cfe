import { findBadCharacter } from '../find-bad-character.ts'
import { Scanner } from '../parse/scanner.ts'
import { positionAt } from '../position.ts'
import { YamlError } from '../yaml-error.ts'
import { NodeBuilder } from './node-builder.ts'
import type { YamlNode } from './yaml-node.ts'

/** Parses one document into its tree, or returns undefined if there is nothing but comments. */
export function parseNode(text: string): YamlNode | undefined {
  const bad = findBadCharacter(text)
  if (bad >= 0) throw new YamlError('BAD_CHARACTER', 'a control character', positionAt(text, bad))
  const builder = new NodeBuilder(text)
  new Scanner(text, builder).run()
  return builder.root
}
