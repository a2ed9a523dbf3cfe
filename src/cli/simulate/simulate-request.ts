import type { WantedVersions } from '../../domain/compat/order-upgrade.ts'
import { readUpgrade } from './read-upgrade.ts'
import { readKubernetes } from '../../domain/compat/read-release.ts'
import { dns1123LabelProblems } from '../../domain/names/dns-name.ts'
import type { FaultLevel } from '../../simulator/simulation/run-fleet.ts'
import { Refusal } from '../command/refusal.ts'
import { isAddress } from '../sources/https/source-address.ts'

/** What was typed. */
export interface SimulateCall {
  readonly sources: readonly string[]
  readonly flags: {
    readonly clusters: string | undefined
    readonly values: string | undefined
    readonly kubernetes: string | undefined
    readonly snapshot?: string | undefined
    readonly upgrade?: string | undefined
    readonly seed: string
    readonly faults: FaultLevel
    readonly namespace: string
    readonly output: Output
  }
}

/** Output format. */
type Output = 'table' | 'json' | 'yaml' | 'md'

/** A call whose words all make sense. */
export interface SimulateRequest {
  readonly sources: readonly string[]
  readonly clusters: number | undefined
  readonly values: string | undefined
  readonly kubernetes: string | undefined
  readonly snapshot: string | undefined
  readonly upgrade: WantedVersions | undefined
  readonly seed: number
  readonly faults: FaultLevel
  readonly namespace: string
  readonly output: Output
}

// More take a day, and show nothing that fewer do not.
const MOST_CLUSTERS = 10_000
const LARGEST_SEED = 2 ** 32 - 1

/** Reads the words of a call, or throws a Refusal. */
export function readRequest({ sources, flags }: SimulateCall): SimulateRequest {
  const { values, kubernetes, faults, namespace, output, snapshot } = flags
  if (sources.length === 0 && snapshot === undefined)
    throw wrongUsage('give a folder or a file that contains a Fitout')
  if (sources.length > 0 && snapshot !== undefined)
    throw wrongUsage(`give ${sources[0] ?? 'a folder'} or --snapshot, not both`)
  const upgrade = flags.upgrade === undefined ? undefined : readUpgrade(flags.upgrade)
  if (upgrade?.has('kubernetes') === true && kubernetes !== undefined)
    throw wrongUsage('flag "--kubernetes": --upgrade names Kubernetes, too')
  for (const word of [...sources, ...(values === undefined ? [] : [values])])
    if (isAddress(word)) throw wrongUsage('cannot read a URL: simulate reads only files')
  const [problem] = dns1123LabelProblems(namespace)
  if (problem !== undefined) throw wrongUsage(`flag "--namespace": ${problem}`)
  if (kubernetes !== undefined && readKubernetes(kubernetes) === undefined)
    throw wrongUsage(`flag "--kubernetes": ${JSON.stringify(kubernetes)} is not a version such as v1.35.4`)
  return {
    sources,
    values,
    snapshot,
    upgrade,
    faults,
    namespace,
    output,
    kubernetes: kubernetes?.replace(/^v?/, 'v'),
    seed: readNumber('seed', flags.seed, { least: 0, most: LARGEST_SEED }),
    clusters:
      flags.clusters === undefined
        ? undefined
        : readNumber('clusters', flags.clusters, { least: 1, most: MOST_CLUSTERS }),
  }
}

function readNumber(
  flag: string,
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : -1
  if (number >= least && number <= most) return number
  throw wrongUsage(`flag "--${flag}": ${JSON.stringify(text)} is not an integer from ${least} to ${most}`)
}

function wrongUsage(message: string): Refusal {
  return new Refusal(message, { exitCode: 2, hint: 'fitout simulate --help' })
}
