import { afterAll, beforeAll, describe } from 'vitest'
import { installFlux } from '../add-ons/install-flux.ts'
import { Lab, type LabCluster, type LabOptions } from '../lab.ts'

// One lab for all stories of a file: vitest loads this module again for each file.
let lab: Lab | undefined
const clusters = new Map<string, Promise<LabCluster>>()
const withFlux = new Map<string, Promise<LabCluster>>()

/** Starts a lab before the first story of this file, and ends it after the last one. */
export function shareLab(options: LabOptions): void {
  beforeAll(async () => {
    lab = await Lab.start(options)
  })
  afterAll(() => lab?.stop())
}

// Its tests are named by the title alone.
const UNTITLED = ''

interface StoryOptions {
  /** Whether it runs at the same time as those before and after it that say so, too. Its own tests follow each other. */
  readonly sideBySide?: boolean
}

/** Adds a story to this file: a module whose tests stand at its top. */
export function story(
  title: string,
  load: () => Promise<unknown>,
  { sideBySide = false }: StoryOptions = {},
): void {
  describe(title, { concurrent: sideBySide }, () => {
    describe(UNTITLED, { concurrent: false }, async () => {
      await load()
    })
  })
}

/** The lab of this file. */
export function sharedLab(): Lab {
  if (!lab) throw new Error('cannot use the lab: it has not started')
  return lab
}

/** A cluster that stories have in common: made for the first one that asks for it. */
export function sharedCluster(name: string): Promise<LabCluster> {
  return once(clusters, name, () => sharedLab().createCluster(name))
}

/** The same cluster with Flux on it, which works on many objects at a time: installed for the first one that asks for it. */
export function sharedFlux(name: string): Promise<LabCluster> {
  return once(withFlux, name, async () => {
    const cluster = await sharedCluster(name)
    await installFlux(sharedLab(), cluster, ['--concurrent=20', '--requeue-dependency=5s'])
    return cluster
  })
}

function once<T>(made: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const found = made.get(name) ?? make()
  made.set(name, found)
  return found
}
