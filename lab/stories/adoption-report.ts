import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FleetFolder } from './fleet-folder.ts'

interface Claim {
  readonly tool: string
  readonly evidence: string
}

interface ReportedRelease {
  readonly object: string
  readonly found?: { readonly revision: number; readonly status: string; readonly by: Claim }
}

/** What `fitout adopt` says of one cluster, as its readers have it: written down anew, not taken from the code. */
interface ReportedAdoption {
  readonly cluster: string
  readonly verdict: string
  readonly refusals: readonly {
    readonly code: string
    readonly object: string
    readonly message: string
    readonly fix: string
  }[]
  readonly steps: readonly {
    readonly name: string
    readonly releases: readonly ReportedRelease[]
    readonly objects: readonly { readonly object: string; readonly state: string; readonly by?: Claim }[]
  }[]
}

/** Asks `fitout adopt` in the clone of a folder about one cluster. */
export async function adoptionOf(home: FleetFolder, cluster: string): Promise<ReportedAdoption> {
  await home.shell(`cd fleet && fitout adopt ${cluster} --output json > ../adoption.json`)
  const report = JSON.parse(await readFile(join(home.path, 'adoption.json'), 'utf8')) as {
    readonly clusters: readonly ReportedAdoption[]
  }
  const [found, ...others] = report.clusters
  if (!found || others.length > 0) throw new Error(`${report.clusters.length} clusters are reported, not one`)
  return found
}

/** What is said of a release, by the step that it is in. */
export function releaseIn({ steps }: ReportedAdoption, step: string): ReportedRelease {
  const [found] = steps.find(({ name }) => name === step)?.releases ?? []
  if (!found) throw new Error(`nothing is said of a release in step ${step}`)
  return found
}
