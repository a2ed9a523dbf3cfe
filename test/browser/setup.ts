import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { TestProject } from 'vitest/node'
import { consoleBundle } from '../../release/contents/console-bundle.ts'
import type { ClassListResponse } from '../../src/server/api/class-response.ts'
import { classesAnswer } from './sample-classes.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the console of this run is bundled. */
    readonly consoleFolder: string
    /** Whether pictures are written anew, as `vitest run -u` asks for. */
    readonly isUpdating: boolean
    /** What the sample server answers to `classes`: of a repository that Fitout wrote. */
    readonly classes: ClassListResponse
  }
}

/** Bundles the console as it is now, so that no test looks at an older one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fitout-console-'))
  const { output, ...input } = consoleBundle(folder)
  const bundle = await rolldown(input)
  await bundle.write(output)
  project.provide('consoleFolder', join(folder, 'console'))
  project.provide('classes', await classesAnswer())
  project.provide('isUpdating', project.config.snapshotOptions.updateSnapshot === 'all')
  return async () => rm(folder, { recursive: true, force: true })
}
