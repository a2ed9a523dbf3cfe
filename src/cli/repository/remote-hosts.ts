import { gitHostName } from '../../forge/find-forge.ts'
import { runGit } from '../git/run-git.ts'
import type { Io } from '../io/io.ts'
import type { FoundRepository } from './find-repository.ts'

/** The hosts that a clone is connected with; none for a folder that is no clone. */
export async function readRemoteHosts({ root }: FoundRepository, { env }: Io): Promise<readonly string[]> {
  const { code, out } = await runGit({ cwd: root.location, env, args: ['remote', '--verbose'] })
  const addresses = code === 0 ? [...out.toString('utf8').matchAll(/\t(\S+) \(/g)] : []
  return addresses.flatMap(([, address = '']) => gitHostName(address) ?? [])
}
