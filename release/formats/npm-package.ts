import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Entry } from '../image/entry.ts'
import { file } from '../image/entry.ts'
import { run } from '../packages/run.ts'
import { writeEntries } from '../write-entries.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly type: string
  readonly engines: object
}

/** The package.json that users get: the bundle needs no other package. */
function publishedManifest(manifest: Manifest): object {
  const { name, version, description, license, type, engines } = manifest
  const command = 'dist/fitout.js'
  return {
    name,
    version,
    description,
    license,
    type,
    // kubectl finds the second one as `kubectl fitout`.
    bin: { fitout: command, 'kubectl-fitout': command },
    man: ['man/fitout.1'],
    files: ['dist', 'man', 'completions'],
    engines,
  }
}

/** Packs files as npm does: `fitout-<version>.tgz`, the same bytes each time. */
export async function packNpm(manifest: Manifest, entries: readonly Entry[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'fitout-npm-'))
  try {
    const text = `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`
    await writeEntries(join(folder, 'package'), [file('package.json', text), ...entries])
    await run('npm', [
      'pack',
      join(folder, 'package'),
      '--silent',
      '--ignore-scripts',
      '--pack-destination',
      folder,
    ])
    return await readFile(join(folder, `${manifest.name}-${manifest.version}.tgz`))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
