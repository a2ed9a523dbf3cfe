import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepositoryPattern } from '../../src/domain/repository/repository-schema.ts'
import { writeDocuments } from '../../src/domain/yaml/document/join-documents.ts'
import { wholeFluxRelease } from '../documents/whole-flux-release.ts'
import { FleetScene } from './fleet-scene.ts'

/** For tests: a fleet repository of three clusters as a clone, with Flux and two add-ons, all committed on `main`. */
export async function planScene(pattern: RepositoryPattern, layout = 'helm'): Promise<FleetScene> {
  const flux = pattern === 'crs' ? ['add flux install.yaml'] : []
  const scene = await FleetScene.withFleet(
    `--pattern ${pattern} --layout ${layout} --flux install.yaml`,
    ['add cilium cilium.yaml', ...flux, 'add karpenter', 'add metrics-server'],
    { 'install.yaml': writeDocuments([...wholeFluxRelease()]) },
  )
  // Where they came from is no part of the fleet.
  for (const file of ['install.yaml', 'cilium.yaml']) await rm(join(scene.folder, file))
  await scene.program('git', 'init', '--quiet', '--initial-branch=main')
  await commitAll(scene, 'a fleet')
  return scene
}

/** Commits everything that is in the folder. */
export async function commitAll(scene: FleetScene, message: string): Promise<void> {
  await scene.program('git', 'add', '--all')
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
  await scene.program('git', ...who, 'commit', '--quiet', '--message', message)
}

/** Replaces a text in files that are there, and fails if it is in none of them. */
export async function replaceIn(
  scene: FleetScene,
  files: RegExp,
  [from, to]: readonly [from: string | RegExp, to: string],
): Promise<void> {
  let isFound = false
  for (const [path, text] of await scene.files()) {
    if (!files.test(path) || path.startsWith('.git/')) continue
    const changed = text.replace(from, to)
    if (changed === text) continue
    isFound = true
    await scene.given({ [path]: changed })
  }
  if (!isFound) throw new Error(`${String(from)} is in no file ${String(files)}`)
}
