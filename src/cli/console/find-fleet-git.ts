import { setTimeout as sleep } from 'node:timers/promises'
import { SecretValue } from '../../domain/hand-over/secret-value.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { findForgePlace, forgeToken } from '../../forge/find-forge.ts'
import { FleetGit, type FleetGitPlace } from '../../server/git/fleet-git.ts'
import type { Io } from '../io/io.ts'
import { repositoryAbove } from '../repository/find-repository.ts'
import { readRemoteHosts } from '../repository/remote-hosts.ts'

/** The fleet repository that the console is started in, on its Git host. */
export interface FoundFleetGit {
  readonly repository: RepositoryFile | undefined
  readonly git: FleetGit | undefined
  /** The one of the environment. */
  readonly token: SecretValue | undefined
}

const TIMEOUT_MS = 20_000

/** Finds the Git host of the fleet repository that a person is in, if it is one; says why it cannot be used. */
export async function findFleetGit(io: Io): Promise<FoundFleetGit> {
  const found = repositoryAbove(io.cwd(), io)
  if (!found) return { repository: undefined, git: undefined, token: undefined }
  const { repository } = found
  const { url: gitUrl, forge: kind, branch: base } = repository.git
  const remoteHosts = await readRemoteHosts(found, io)
  const flags = { 'forge-url': undefined, project: undefined }
  const place = findForgePlace({ gitUrl, kind, remoteHosts, flags })
  if (!place.ok) {
    io.say(`note: ${place.message}`)
    return { repository, git: undefined, token: undefined }
  }
  const git = fleetGitAt({ ...place.place, base })
  const token = forgeToken(kind, io.env)?.token
  return { repository, git, token: token === undefined ? undefined : SecretValue.ofText(token) }
}

/** A fleet repository on its Git host. Nothing is called yet. */
export function fleetGitAt(place: FleetGitPlace): FleetGit {
  return new FleetGit(place, { timeoutMs: TIMEOUT_MS, sleep: ms => sleep(ms) })
}
