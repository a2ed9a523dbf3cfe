import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig } from 'rolldown'
import manifest from './package.json' with { type: 'json' }
import { billOfMaterials, bundledComponents } from './release/contents/bill-of-materials.ts'
import { consoleBundle, consoleModules } from './release/contents/console-bundle.ts'
import { embedGrammar, grammarFiles } from './release/contents/embed-grammar.ts'
import { readLock } from './release/contents/read-lock.ts'
import { bundledPackages, thirdPartyLicenses } from './release/contents/third-party-licenses.ts'

const root = import.meta.dirname

/** `dist/fitout.js` is all that `fitout --help` loads; commands bring the rest in as chunks when they run. */
const command = defineConfig({
  input: { fitout: 'src/cli/main.ts' },
  platform: 'node',
  output: {
    dir: 'dist',
    format: 'esm',
    minify: true,
    banner: chunk => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
  plugins: [
    embedGrammar(),
    {
      name: 'contents',
      generateBundle(_, bundle) {
        const modules = Object.values(bundle).flatMap(one => (one.type === 'chunk' ? one.moduleIds : []))
        const packages = bundledPackages([...modules, ...consoleModules, ...Object.values(grammarFiles)])
        const bill = billOfMaterials(manifest, bundledComponents(packages, readLock(root), root))
        const files = {
          'THIRD-PARTY-LICENSES.txt': thirdPartyLicenses(packages),
          'sbom.cdx.json': `${JSON.stringify(bill, null, 2)}\n`,
        }
        for (const [fileName, source] of Object.entries(files)) {
          this.emitFile({ type: 'asset', fileName, source })
        }
      },
    },
    {
      name: 'executable',
      async writeBundle({ dir = '.' }) {
        await chmod(join(dir, 'fitout.js'), 0o755)
      },
    },
  ],
})

// In this order: the first one empties the folder, and its modules are among the contents that the second one writes down.
export default [consoleBundle('dist'), command]
