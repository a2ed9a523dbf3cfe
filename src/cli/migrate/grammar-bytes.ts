import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The programs that read HCL, as the packages bring them. The bundle has them inside: see release/contents/embed-grammar.ts. */
export function grammarBytes(): { readonly runtime: Uint8Array; readonly hcl: Uint8Array } {
  const { resolve } = createRequire(import.meta.url)
  const read = (name: string) => new Uint8Array(readFileSync(resolve(name)))
  return {
    runtime: read('web-tree-sitter/web-tree-sitter.wasm'),
    hcl: read('@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm'),
  }
}
