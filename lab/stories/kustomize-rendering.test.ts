import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { loadAll } from 'js-yaml'
import { beforeAll, expect, test } from 'vitest'
import { encodeUtf8 } from '../../src/domain/bytes/utf8.ts'
import { Renderer } from '../../src/domain/kustomize/renderer.ts'
import { readLintRepository } from '../../src/domain/lint/model/lint-repository.ts'
import { kustomizeSamples, type KustomizeSample } from '../../test/domain/kustomize-samples.ts'
import { buildTool } from '../programs/build-tool.ts'

const run = promisify(execFile)
let kustomize = ''
// With an empty cache it is compiled for minutes.
beforeAll(async () => {
  kustomize = await buildTool('kustomize')
}, 1_800_000)

test.for(kustomizeSamples)('what is rendered is what kustomize builds: $name', async sample => {
  expect(byName(rendered(sample))).toEqual(byName(await built(sample)))
})

type Content = Readonly<Record<string, unknown>>

function rendered({ files, folder }: KustomizeSample): readonly Content[] {
  const texts = new Map(Object.entries(files).filter(([path]) => /\.ya?ml$/.test(path)))
  const repository = readLintRepository({ texts, paths: new Set(Object.keys(files)), isWhole: true })
  const bytesOf = (path: string) => (files[path] === undefined ? undefined : encodeUtf8(files[path]))
  return new Renderer(repository, bytesOf).folder(folder).objects.map(({ content }) => content)
}

async function built({ files, folder }: KustomizeSample): Promise<readonly Content[]> {
  const home = await mkdtemp(join(tmpdir(), 'fitout-kustomize-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(home, path)), { recursive: true })
      await writeFile(join(home, path), text)
    }
    const { stdout } = await run(kustomize, ['build', join(home, folder)], { maxBuffer: 16 * 1024 * 1024 })
    return loadAll(stdout) as Content[]
  } finally {
    await rm(home, { recursive: true })
  }
}

function byName(objects: readonly Content[]): Readonly<Record<string, Content>> {
  return Object.fromEntries(
    objects.map(object => {
      const { name, namespace = '' } = object['metadata'] as { name: string; namespace?: string }
      return [`${String(object['kind'])} ${namespace}/${name}`, object]
    }),
  )
}
