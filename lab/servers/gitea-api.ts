import { createServer } from 'node:net'
import { buildTool, toolFolder } from '../programs/build-tool.ts'
import { type Gitea, startGitea } from './gitea.ts'

/** Builds Gitea, unless the cache has it, and starts it in a folder. */
export async function startGiteaIn(folder: string): Promise<Gitea> {
  return startGitea({
    program: await buildTool('gitea'),
    source: await toolFolder('gitea'),
    folder,
    port: await freePort(),
  })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise(resolve => {
    server.close(resolve)
  })
  return typeof address === 'object' && address ? address.port : 0
}

/** One call of the API as the user of the lab, such as `POST /user/repos`. Throws for a refusal. */
export async function callGitea(
  { url, token }: Pick<Gitea, 'url' | 'token'>,
  call: string,
  body?: object,
): Promise<unknown> {
  const [method = 'GET', path = ''] = call.split(' ')
  const headers = { authorization: `token ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`)
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}
