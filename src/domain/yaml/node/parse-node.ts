import { scanDocument } from '../parse/scan-document.ts'
import { NodeBuilder } from './node-builder.ts'
import type { YamlNode } from './yaml-node.ts'

/** Parses one document into its tree, or returns undefined if there is nothing but comments. */
export function parseNode(text: string): YamlNode | undefined {
  const builder = new NodeBuilder(text)
  scanDocument(text, builder)
  return builder.root
}
