import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'rolldown'

const root = join(import.meta.dirname, '..', '..')
const MODULE = 'src/cli/migrate/grammar-bytes.ts'

/** The programs of WebAssembly that read HCL. Their packages are in the bundle, though none of their modules need be. */
export const grammarFiles = {
  runtime: join(root, 'node_modules/web-tree-sitter/web-tree-sitter.wasm'),
  hcl: join(root, 'node_modules/@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm'),
}

/** Puts these programs into the bundle as text: a single file has nothing beside it. */
export function embedGrammar(): Plugin {
  return {
    name: 'embed-grammar',
    load(id) {
      if (!id.replaceAll('\\', '/').endsWith(MODULE)) return null
      return [
        "import { brotliDecompressSync } from 'node:zlib'",
        "const unpacked = text => new Uint8Array(brotliDecompressSync(Buffer.from(text, 'base64')))",
        'export function grammarBytes() {',
        `  return { runtime: unpacked(${packed(grammarFiles.runtime)}), hcl: unpacked(${packed(grammarFiles.hcl)}) }`,
        '}',
      ].join('\n')
    },
  }
}

function packed(file: string): string {
  return JSON.stringify(brotliCompressSync(readFileSync(file)).toString('base64'))
}
