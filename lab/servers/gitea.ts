import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from '../kube/until.ts'

const run = promisify(execFile)

/** A real Gitea on loopback, as a process, with one user. */
export interface Gitea {
  readonly url: string
  readonly user: string
  readonly token: string
  readonly stop: () => Promise<void>
}

interface Place {
  readonly program: string
  /** Its module: it reads its words from there. */
  readonly source: string
  readonly folder: string
  readonly port: number
}

/** Starts Gitea in a folder of its own, and waits until it answers. */
export async function startGitea({ program, source, folder, port }: Place): Promise<Gitea> {
  await mkdir(folder, { recursive: true })
  const config = join(folder, 'app.ini')
  const url = `http://127.0.0.1:${port}`
  await writeFile(config, settings(folder, { port, url, source }))
  const env = { ...process.env, HOME: folder, GITEA_WORK_DIR: folder }
  const gitea = (...args: readonly string[]) => run(program, [...args, '--config', config], { env })
  await gitea('migrate')
  await gitea(
    'admin',
    'user',
    'create',
    '--username',
    'fleet',
    '--password',
    'a-password-of-the-lab',
    '--email',
    'fleet@fitout.dev',
    '--admin',
  )
  const made = await gitea(
    'admin',
    'user',
    'generate-access-token',
    '--username',
    'fleet',
    '--scopes',
    'all',
    '--raw',
  )
  const [token = ''] = /[0-9a-f]{40}/.exec(made.stdout) ?? []
  const child = execFile(program, ['web', '--config', config], { env, maxBuffer: 64 * 1024 * 1024 })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  await until('Gitea answers', async () => (await fetch(`${url}/api/v1/version`)).ok)
  return {
    url,
    user: 'fleet',
    token,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

interface Setting {
  readonly port: number
  readonly url: string
  readonly source: string
}

function settings(folder: string, { port, url, source }: Setting): string {
  // As root it asks to be told that someone knows.
  return `RUN_MODE = prod
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
WORK_PATH = ${folder}
[server]
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = ${url}/
OFFLINE_MODE = true
DISABLE_SSH = true
STATIC_ROOT_PATH = ${source}
[database]
DB_TYPE = sqlite3
PATH = ${join(folder, 'gitea.db')}
[repository]
ROOT = ${join(folder, 'repositories')}
[security]
INSTALL_LOCK = true
SECRET_KEY = a-key-of-the-lab
[log]
LEVEL = Warn
`
}
