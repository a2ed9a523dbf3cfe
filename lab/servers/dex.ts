import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Program } from '../process/program.ts'

/** A person who can log in at dex, with the password `password`. */
interface DexPerson {
  readonly email: string
  readonly groups: readonly string[]
}

interface DexPlace {
  readonly program: string
  readonly folder: string
  readonly port: number
  readonly people: readonly DexPerson[]
  /** The one client, and where its logins come back to. */
  readonly client: { readonly id: string; readonly secret: string; readonly redirectUri: string }
}

/** A real dex on loopback, as a process. */
export interface Dex {
  readonly issuer: string
  readonly program: Program
}

/** `password`, as bcrypt: the one of dex's own examples. */
const HASH = '$2a$10$2b2cU8CPhOTaGrs1HRQuAueS7JTT5ZHsHSzYiFPm1leZck7Mc8T4W'

/** Starts dex in a folder of its own, and waits until it answers. */
export async function startDex({ program, folder, port, people, client }: DexPlace): Promise<Dex> {
  await mkdir(folder, { recursive: true })
  const issuer = `http://127.0.0.1:${port}/dex`
  const config = join(folder, 'dex.json')
  const settings = {
    issuer,
    storage: { type: 'memory' },
    web: { http: `127.0.0.1:${port}` },
    oauth2: { skipApprovalScreen: true },
    enablePasswordDB: true,
    staticPasswords: people.map(({ email, groups }, index) => ({
      email,
      groups,
      hash: HASH,
      username: email.split('@')[0],
      userID: `person-${index}`,
    })),
    staticClients: [
      { id: client.id, secret: client.secret, name: 'Fitout', redirectURIs: [client.redirectUri] },
    ],
  }
  await writeFile(config, JSON.stringify(settings), { mode: 0o600 })
  const discovery = `${issuer}/.well-known/openid-configuration`
  const dex = new Program({
    name: 'dex',
    path: program,
    args: ['serve', config],
    logFile: join(folder, 'dex.log'),
    isReady: async () => (await fetch(discovery).catch(() => undefined))?.ok ?? false,
  })
  await dex.start()
  return { issuer, program: dex }
}
