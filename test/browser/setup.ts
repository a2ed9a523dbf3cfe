import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'rolldown'
import type { TestProject } from 'vitest/node'
import { consoleBundle } from '../../release/contents/console-bundle.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the console of this run is bundled. */
    readonly consoleFolder: string
  }
}

/** Bundles the console as it is now, so that no test looks at an older one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fitout-console-'))
  await build({ ...consoleBundle(folder) })
  project.provide('consoleFolder', join(folder, 'console'))
  return async () => rm(folder, { recursive: true, force: true })
}
