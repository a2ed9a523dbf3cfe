import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { clusterPlan, type ClusterPlan } from '../../domain/adopt/cluster-plan.ts'
import { type RepositorySide, repositorySide } from '../../domain/change/delivery/fleet-sides.ts'
import type { FleetSide } from '../../domain/change/delivery/fleet-sides.ts'
import { readFleetSide } from '../../domain/change/delivery/read-fleet-side.ts'
import { filesForRendering } from '../../domain/kustomize/renderer.ts'
import {
  type LintMemory,
  type LintRepository,
  readLintRepository,
  type RepositoryFiles,
} from '../../domain/lint/model/lint-repository.ts'
import { gatherFiles } from '../lint/gather-files.ts'
import { MOST_FILE_BYTES } from '../lint/manifest-files.ts'
import type { Io } from '../io/io.ts'
import type { FoundRepository } from '../repository/find-repository.ts'

/** A fleet repository as adoption reads it, with or without the changes that it would write. */
export class AdoptFiles {
  readonly files: RepositoryFiles
  readonly #root: string
  readonly #memory: LintMemory
  #plans: FleetPlans | undefined

  private constructor(root: string, files: RepositoryFiles, memory: LintMemory) {
    this.#root = root
    this.files = files
    this.#memory = memory
  }

  /** Reads the repository from the disk. */
  static async read({ root }: FoundRepository, io: Io): Promise<AdoptFiles> {
    const { files } = await gatherFiles([root.location], io)
    return new AdoptFiles(root.location, files, new Map())
  }

  /** The same repository with other texts. */
  with(texts: ReadonlyMap<string, string>): AdoptFiles {
    if (texts.size === 0) return this
    const files: RepositoryFiles = {
      ...this.files,
      texts: new Map([...this.files.texts, ...texts]),
      paths: new Set([...this.files.paths, ...texts.keys()]),
    }
    return new AdoptFiles(this.#root, files, this.#memory)
  }

  /** Reads what the repository plans. */
  plan(): FleetPlans {
    this.#plans ??= this.#read()
    return this.#plans
  }

  #read(): FleetPlans {
    const repository = readLintRepository(this.files, this.#memory)
    const bytes = new Map(filesForRendering(repository).flatMap(path => this.#bytesAt(path)))
    return new FleetPlans(repositorySide(repository, path => bytes.get(path)))
  }

  #bytesAt(path: string): readonly (readonly [string, Uint8Array])[] {
    const location = join(this.#root, path)
    if (!existsSync(location)) return []
    const found = statSync(location)
    return found.isFile() && found.size <= MOST_FILE_BYTES
      ? [[path, new Uint8Array(readFileSync(location))]]
      : []
  }
}

/** What a repository plans for each cluster, once all gates are open. */
export class FleetPlans {
  readonly repository: LintRepository
  readonly side: FleetSide

  constructor(side: RepositorySide) {
    this.repository = side.repository
    this.side = readFleetSide({ side, known: { clusters: new Map() }, isOpen: () => true })
  }

  of(id: string): ClusterPlan {
    return clusterPlan(id, this)
  }
}
