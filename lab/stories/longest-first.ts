import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Starts the labs that take longest first, so that none of them runs alone at the end. Everything else goes as usual. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the sequencer's method, not that of an array
    const usual = await super.sort(files)
    return usual.toSorted((a, b) => rank(a) - rank(b))
  }
}

const longest = [
  'fitting-out',
  'packs',
  'flux',
  'fleet-operator',
  'faults',
  'installation',
  'plan-changes',
  'fleet-guide',
  'fleet-flux-cli',
  'fitting-out-guides',
  'campaign',
  'situations',
]

function rank({ moduleId }: TestSpecification): number {
  const place = longest.findIndex(name => moduleId.endsWith(`/lab/stories/${name}.test.ts`))
  return place === -1 ? longest.length : place
}
