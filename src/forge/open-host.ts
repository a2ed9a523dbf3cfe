import { type ForgeAccess, forgeApi, type ForgeKind, type ForgeTiming } from './forge-access.ts'
import type { ForgeApi } from './forge-request.ts'
import type { GitHost } from './git-host.ts'
import { giteaHost } from './gitea-host.ts'
import { githubHost } from './github-host.ts'
import { gitlabHost } from './gitlab-host.ts'

const hosts: Readonly<Record<ForgeKind, (api: ForgeApi, project: string) => GitHost>> = {
  gitlab: gitlabHost,
  github: githubHost,
  gitea: giteaHost,
}

/** A repository on its forge. Nothing is called yet. */
export function openHost(access: ForgeAccess, timing: ForgeTiming): GitHost {
  return hosts[access.kind](forgeApi(access, timing), access.project)
}
