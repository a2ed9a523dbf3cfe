import { repositorySide, type RepositorySide } from '../../domain/change/delivery/fleet-sides.ts'
import { planFleetChange } from '../../domain/change/plan-fleet-change.ts'
import { reportOf } from '../../domain/change/report/report-rows.ts'
import type { FleetSnapshot } from '../../domain/fleet/fleet-snapshot.ts'
import { readLintRepository } from '../../domain/lint/model/lint-repository.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { environmentNamespace } from '../../scaffold/places.ts'
import type { ChangedFile, ChangePlan } from '../api/change-response.ts'

/** The files of a repository before and after a change. */
export interface ChangeSides {
  readonly from: string
  readonly to: string
  readonly before: ReadonlyMap<string, string>
  readonly after: ReadonlyMap<string, string>
  readonly repository: RepositoryFile
}

/** What the plan looks at beside Git. */
export interface PlanSetting {
  /** Milliseconds since 1970. */
  readonly now: number
  /** The fleet as the user may see it; undefined if that is not all of it. */
  readonly snapshot: FleetSnapshot | undefined
}

const MOST_FILE_LETTERS = 256 * 1024

/** What the merge of a change does, as `fitout plan` says it. What lint finds in the new files is not in it. */
export function changePlan(sides: ChangeSides, { now, snapshot }: PlanSetting): ChangePlan {
  const { from, to } = sides
  const [before, after] = [sideOf(sides.before), sideOf(sides.after)]
  const change = planFleetChange({ from, to, before, after, snapshot, newFindings: [] })
  const files = changedFiles(sides)
  return {
    from,
    to,
    ...(snapshot === undefined ? {} : { snapshotAsOf: snapshot.asOf }),
    verdict: change.verdict,
    clusters: change.clusters.map(cluster => ({
      ...cluster,
      environment: environmentOf(cluster.namespace, sides.repository),
    })),
    refusals: change.refusals,
    report: reportOf(change, now),
    ...(files === undefined ? {} : { files }),
  }
}

function sideOf(texts: ReadonlyMap<string, string>): RepositorySide {
  const repository = readLintRepository({ texts, paths: new Set(texts.keys()), isWhole: true })
  return repositorySide(repository, () => undefined)
}

function environmentOf(namespace: string, repository: RepositoryFile): string {
  const environments = Object.keys(repository.environments)
  return environments.find(one => environmentNamespace(repository, one) === namespace) ?? ''
}

function changedFiles({ before, after }: ChangeSides): readonly ChangedFile[] | undefined {
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  const changed = paths.filter(path => before.get(path) !== after.get(path))
  const files = changed.map((path): ChangedFile => {
    const [old, next] = [before.get(path), after.get(path)]
    return {
      path,
      ...(old === undefined ? {} : { before: old }),
      ...(next === undefined ? {} : { after: next }),
    }
  })
  return JSON.stringify(files).length > MOST_FILE_LETTERS ? undefined : files
}
