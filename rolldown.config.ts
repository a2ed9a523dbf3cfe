import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig } from 'rolldown'
import { thirdPartyLicenses } from './test/generate/third-party-licenses.ts'

/** `dist/fitout.js` is all that `fitout --help` loads; commands bring the rest in as chunks when they run. */
export default defineConfig({
  input: { fitout: 'src/cli/main.ts' },
  platform: 'node',
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'esm',
    minify: true,
    banner: chunk => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
  plugins: [
    {
      name: 'licenses',
      generateBundle(_, bundle) {
        const modules = Object.values(bundle).flatMap(one => (one.type === 'chunk' ? one.moduleIds : []))
        const source = thirdPartyLicenses(modules)
        this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES.txt', source })
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
