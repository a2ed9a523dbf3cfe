import { type Descriptor, sha256 } from '../image/oci.ts'

/** Who pushes. Without it, only registries that ask nobody take anything. */
export interface Account {
  readonly username: string
  readonly password: string
}

/** Where an image is pushed to: `host/repository`. */
export interface Repository {
  readonly host: string
  readonly path: string
}

/** Reads `registry.example/team/fitout:0.1.0`. */
export function parseReference(reference: string): Repository & { readonly tag: string } {
  const [, host = '', path = '', tag = ''] =
    /^([^/]+)\/([a-z0-9._/-]+):([\w][\w.-]{0,127})$/.exec(reference) ?? []
  if (tag === '') throw new Error(`cannot push to "${reference}": write <registry>/<repository>:<tag>`)
  return { host, path, tag }
}

/** Puts blobs and manifests into one repository of a registry, as the OCI distribution specification has it. */
export class RegistryClient {
  readonly #base: string
  readonly #path: string
  readonly #account: Account | undefined
  #authorization: string | undefined

  constructor({ host, path }: Repository, account?: Account) {
    // Only what never leaves the machine goes without TLS.
    const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host)
    this.#base = `${isLoopback ? 'http' : 'https'}://${host}`
    this.#path = path
    this.#account = account
  }

  async hasBlob(digest: string): Promise<boolean> {
    const answer = await this.#send(`/v2/${this.#path}/blobs/${digest}`, { method: 'HEAD' })
    return answer.ok
  }

  async putBlob(digest: string, content: Buffer): Promise<void> {
    const upload = await this.#ok(`/v2/${this.#path}/blobs/uploads/`, { method: 'POST' })
    const location = new URL(upload.headers.get('location') ?? '', this.#base)
    location.searchParams.set('digest', digest)
    const headers = { 'content-type': 'application/octet-stream' }
    await this.#ok(location, { method: 'PUT', headers, body: new Uint8Array(content) })
  }

  /** Says whether the registry keeps the list of what is attached to a subject by itself. */
  async putManifest(
    name: string,
    mediaType: string,
    content: Buffer,
  ): Promise<{ readonly knowsSubjects: boolean }> {
    const init = { method: 'PUT', headers: { 'content-type': mediaType }, body: new Uint8Array(content) }
    const answer = await this.#ok(`/v2/${this.#path}/manifests/${name}`, init)
    return { knowsSubjects: answer.headers.has('oci-subject') }
  }

  /** Reads a manifest by its tag or digest, and checks what it reads. */
  async manifest(name: string, mediaType: string): Promise<Buffer | undefined> {
    const answer = await this.#send(`/v2/${this.#path}/manifests/${name}`, { headers: { accept: mediaType } })
    if (answer.status === 404) return undefined
    return this.#read(answer, name)
  }

  async blob({ digest }: Descriptor): Promise<Buffer> {
    return this.#read(await this.#send(`/v2/${this.#path}/blobs/${digest}`, {}), digest)
  }

  async #read(answer: Response, name: string): Promise<Buffer> {
    if (!answer.ok) throw await this.#failure(answer)
    const content = Buffer.from(await answer.arrayBuffer())
    if (name.startsWith('sha256:') && sha256(content) !== name) {
      throw new Error(`cannot read ${name} of ${this.#base}/${this.#path}: its digest is ${sha256(content)}`)
    }
    return content
  }

  async #ok(url: string | URL, init: RequestInit): Promise<Response> {
    const answer = await this.#send(url, init)
    if (!answer.ok) throw await this.#failure(answer)
    await answer.body?.cancel()
    return answer
  }

  async #failure(answer: Response): Promise<Error> {
    const said = (await answer.text()).slice(0, 300)
    return new Error(`cannot use ${this.#base}/${this.#path}: ${answer.status} ${answer.statusText}: ${said}`)
  }

  async #send(url: string | URL, init: RequestInit): Promise<Response> {
    const answer = await this.#fetch(url, init)
    const challenge = answer.headers.get('www-authenticate')
    if (answer.status !== 401 || challenge === null) return answer
    await answer.body?.cancel()
    this.#authorization = await authorizationFor(challenge, this.#account)
    return this.#fetch(url, init)
  }

  async #fetch(url: string | URL, init: RequestInit): Promise<Response> {
    const target = new URL(url, this.#base)
    // An upload may continue elsewhere; what the registry knows us by does not go there.
    const isRegistry = target.origin === new URL(this.#base).origin
    const headers = new Headers(init.headers)
    if (isRegistry && this.#authorization) headers.set('authorization', this.#authorization)
    return fetch(target, { ...init, headers })
  }
}

async function authorizationFor(challenge: string, account: Account | undefined): Promise<string> {
  const basic =
    account && `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`
  if (/^basic/i.test(challenge)) {
    if (!basic) throw new Error('cannot push: the registry asks for an account')
    return basic
  }
  const fields = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  const url = new URL(fields['realm'] ?? '')
  if (url.protocol !== 'https:')
    throw new Error(`cannot push: the registry sends the account to ${url.origin}, without TLS`)
  for (const name of ['service', 'scope']) if (fields[name]) url.searchParams.set(name, fields[name])
  const answer = await fetch(url, { headers: basic ? { authorization: basic } : {} })
  if (!answer.ok) throw new Error(`cannot push: ${url.origin} refused the account: ${answer.status}`)
  const { token, access_token: access } = (await answer.json()) as { token?: string; access_token?: string }
  return `Bearer ${token ?? access ?? ''}`
}
