import { rolldown } from 'rolldown'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const entries = [
  'check-draft.ts',
  '../../domain/cluster-form/form-history.ts',
  '../../domain/cluster-form/cluster-form.ts',
]

test('What checks a draft runs in a browser: nothing of Node is in it', async () => {
  const build = await rolldown({
    input: entries.map(file => join(import.meta.dirname, file)),
    platform: 'browser',
    logLevel: 'silent',
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  const chunks = output.filter(one => one.type === 'chunk')
  expect(chunks.flatMap(({ imports }) => imports).filter(name => name.startsWith('node:'))).toEqual([])
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  expect(modules.filter(id => /\/src\/(?!domain|scaffold)/.test(id))).toEqual([])
  expect(modules.length).toBeGreaterThan(100)
})
