import { join } from 'node:path'
import type { InputOptions, OutputOptions } from 'rolldown'
import { consolePage } from './console-page.ts'

const root = join(import.meta.dirname, '..', '..')

/** The modules of the console, once it is bundled: their packages are among the contents that the command writes down. */
export const consoleModules: string[] = []

/**
 * What the web console consists of, as `console/` in a folder that is emptied before. Names of files change with their
 * content, so browsers may keep them.
 */
export function consoleBundle(folder: string): InputOptions & { readonly output: OutputOptions } {
  return {
    input: {
      console: join(root, 'src/console/main.tsx'),
      checks: join(root, 'src/console/new/check-worker.ts'),
    },
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, jsx: 'react-jsx' },
    output: {
      dir: folder,
      cleanDir: true,
      format: 'esm',
      minify: true,
      entryFileNames: 'console/assets/[name]-[hash].js',
      chunkFileNames: 'console/assets/[name]-[hash].js',
    },
    plugins: [
      consolePage(),
      {
        name: 'console-modules',
        generateBundle(_, bundle) {
          const chunks = Object.values(bundle).filter(one => one.type === 'chunk')
          consoleModules.push(...chunks.flatMap(chunk => chunk.moduleIds))
        },
      },
    ],
  }
}
