import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ownerMark } from '../process/owner.ts'
import { closeServer, serve } from './http-server.ts'

const run = promisify(execFile)

/** The files of a commit, by path. */
export type Files = Readonly<Record<string, string>>

// No setting of the machine's user, no prompt, no editor.
const gitEnvironment = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Fitout lab',
  GIT_AUTHOR_EMAIL: 'lab@fitout.dev',
  GIT_COMMITTER_NAME: 'Fitout lab',
  GIT_COMMITTER_EMAIL: 'lab@fitout.dev',
}

/** Serves Git repositories over HTTP, to be cloned and pushed to, with git's own server program. */
export class GitServer {
  readonly #folder: string
  readonly #port: number
  readonly #server: Server

  private constructor(folder: string, port: number, server: Server) {
    this.#folder = folder
    this.#port = port
    this.#server = server
  }

  static async start(folder: string, port: number): Promise<GitServer> {
    await mkdir(folder, { recursive: true })
    const server = await serve(port, (request, response) => answer(folder, request, response))
    return new GitServer(folder, port, server)
  }

  url(repository: string): string {
    return `http://127.0.0.1:${this.#port}/${repository}.git`
  }

  /** Makes `files` the whole content of branch `main`, as one new commit, and returns its hash. */
  async commit(repository: string, files: Files): Promise<string> {
    const bare = join(this.#folder, `${repository}.git`)
    await git(['init', '--quiet', '--bare', '--initial-branch=main', bare])
    await git(['-C', bare, 'config', 'http.receivepack', 'true'])
    const tree = await mkdtemp(join(this.#folder, 'commit-'))
    try {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(tree, path)), { recursive: true })
        await writeFile(join(tree, path), content)
      }
      const here = ['--git-dir', bare, '--work-tree', tree]
      await git([...here, 'add', '--all', '.'])
      await git([...here, 'commit', '--quiet', '--allow-empty', '--message', 'Change the lab'])
      return (await git([...here, 'rev-parse', 'HEAD'])).trim()
    } finally {
      await rm(tree, { recursive: true })
    }
  }

  async close(): Promise<void> {
    await closeServer(this.#server)
  }
}

async function git(args: readonly string[]): Promise<string> {
  return (await run('git', args, { env: { ...process.env, ...gitEnvironment } })).stdout
}

// The Common Gateway Interface, as far as git's program needs it.
function answer(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://lab')
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      ...gitEnvironment,
      ...ownerMark(),
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'lab',
    },
  })
  // A client that goes away early closes the pipe; git then ends by itself.
  backend.stdin.on('error', () => undefined)
  request.pipe(backend.stdin)
  let head = Buffer.alloc(0)
  const readHead = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    backend.stdout.off('data', readHead)
    sendHead(response, head.subarray(0, end).toString())
    response.write(head.subarray(end + 4))
    backend.stdout.pipe(response)
  }
  backend.stdout.on('data', readHead)
  backend.once('close', () => response.end())
}

function sendHead(response: ServerResponse, head: string): void {
  const headers = head.split('\r\n').map(line => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  const status = headers.find(([name]) => name === 'status')?.[1]
  response.writeHead(
    Number.parseInt(status ?? '200', 10),
    Object.fromEntries(headers.filter(([name]) => name !== 'status')),
  )
}
