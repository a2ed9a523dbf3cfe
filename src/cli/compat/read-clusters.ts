import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ClusterVersions } from '../../domain/compat/cluster-versions.ts'
import type { CompatFacts } from '../../domain/compat/component-facts.ts'
import { withOwnFacts } from '../../domain/compat/own-facts.ts'
import { clustersInRepository } from '../../domain/inventory/clusters-in-repository.ts'
import { clustersInSnapshot, lacksVersions } from '../../domain/inventory/clusters-in-snapshot.ts'
import { readLintRepository } from '../../domain/lint/model/lint-repository.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { Refusal } from '../command/refusal.ts'
import { type CommandSetting, type FleetFlags, openFleet } from '../fleet/open-fleet.ts'
import { gatherFiles } from '../lint/gather-files.ts'
import { readRoot, repositoryAbove } from '../repository/find-repository.ts'

/** The flags that say where clusters are read from. */
export type CompatSourceFlags = FleetFlags

/** Clusters, and by which facts they are judged. */
export interface ReadClusters {
  readonly clusters: readonly ClusterVersions[]
  readonly facts: CompatFacts
  /** What a reader has to know of them. */
  readonly notes: readonly string[]
}

interface SourceCall {
  readonly path: string | undefined
  readonly flags: CompatSourceFlags
}

/** Reads the clusters of a repository, unless flags ask for a fleet. */
export async function readClusters(call: SourceCall, setting: CommandSetting): Promise<ReadClusters> {
  const asking = fleetFlagOf(call.flags)
  if (asking === undefined) return readRepositoryClusters(call, setting)
  if (call.path !== undefined)
    throw new Refusal(`give a folder or ${asking}, not both`, { exitCode: 2, hint: 'fitout compat --help' })
  return readFleetClusters(call.flags, setting)
}

/** The flag that selects a fleet rather than a repository. */
function fleetFlagOf(flags: CompatSourceFlags): string | undefined {
  if (flags.snapshot !== undefined) return '--snapshot'
  if (flags['all-namespaces'] === true) return '--all-namespaces'
  if (flags.context !== undefined) return '--context'
  return flags.kubeconfig === undefined ? undefined : '--kubeconfig'
}

async function readRepositoryClusters(
  { path, flags }: SourceCall,
  { io }: CommandSetting,
): Promise<ReadClusters> {
  if (flags.selector !== undefined)
    throw new Refusal(
      'flag "--selector" is for a fleet: give --snapshot, -A, --context or --kubeconfig, too',
      {
        exitCode: 2,
        hint: 'fitout compat --help',
      },
    )
  const input = await gatherFiles(path === undefined ? [] : [path], io)
  if (input.isStdin || !input.files.isWhole)
    throw new Refusal(`cannot read ${path ?? '.'}: it is not a folder`, { exitCode: 2 })
  const found = existsSync(join(input.root, 'fitout.yaml')) ? readRoot(input.root, io) : undefined
  const facts = factsOf(found?.repository)
  const repository = readLintRepository(input.files)
  const all = clustersInRepository(repository, facts)
  const clusters = all.filter(
    ({ namespace }) => flags.namespace === undefined || namespace === flags.namespace,
  )
  const unreadable = repository.problems
    .filter(({ kind }) => kind === 'invalid')
    .map(({ place }) => place.path)
  return {
    clusters,
    facts,
    notes: [
      `read from the repository in ${input.shown('')}; a fleet is read with --snapshot, -A, --context or --kubeconfig`,
      ...(unreadable.length === 0
        ? []
        : [`not read, because it is not valid YAML: ${listFirst([...new Set(unreadable)])}`]),
    ],
  }
}

async function readFleetClusters(flags: CompatSourceFlags, setting: CommandSetting): Promise<ReadClusters> {
  const facts = factsOf(repositoryAbove(setting.io.cwd(), setting.io)?.repository)
  const { source, close } = await openFleet(flags, setting)
  try {
    const fleet = await source.read({ withVersions: true })
    const note = source.note(fleet)
    return {
      clusters: clustersInSnapshot(fleet),
      facts,
      notes: [
        ...(note === undefined ? [] : [note]),
        ...(lacksVersions(fleet)
          ? ['the snapshot has no versions of components: make a new one with fitout snapshot']
          : []),
        ...(fleet.unselected === 0
          ? []
          : [`${fleet.unselected} more clusters have no Fitout and are not judged`]),
      ],
    }
  } finally {
    close()
  }
}

function factsOf(repository: RepositoryFile | undefined): CompatFacts {
  return withOwnFacts(repository?.compat?.facts ?? [])
}
