import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { type ParsedTarEntryWithData, unpackTar } from 'modern-tar'

const ACCEPTED = ['application/vnd.oci.image.index.v1+json', 'application/vnd.oci.image.manifest.v1+json']
const LAYER = 'application/vnd.oci.image.layer.v1.tar+zstd'

/** What a container is started with when its pod says nothing else. */
interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
}

/** An image on the disk of the node. */
export interface PulledImage {
  readonly digest: string
  /** The folder that becomes `/`. All containers of the image share it: it is never written to. */
  readonly root: string
  readonly config: ImageConfig
}

interface Descriptor {
  readonly mediaType: string
  readonly digest: string
  readonly platform?: { readonly architecture: string }
}

// The mount points that a runtime makes.
const mountPoints = ['proc', 'dev', 'tmp', 'var/run/secrets/kubernetes.io/serviceaccount']

/** Pulls `host:port/repository:tag` of a registry on loopback, for this machine's processor, and unpacks it. */
export async function pullImage(reference: string, folder: string): Promise<PulledImage> {
  const [, host, repository, name] = /^([^/]+)\/(.+?)(?::([^:/@]+))?(?:@.+)?$/.exec(reference) ?? []
  const from = `http://${host}/v2/${repository}`
  const digest = /@(sha256:[0-9a-f]{64})$/.exec(reference)?.[1]
  const { manifests = [] } = await readJson<{ manifests?: readonly Descriptor[] }>(
    `${from}/manifests/${digest ?? name ?? 'latest'}`,
  )
  const own = process.arch === 'arm64' ? 'arm64' : 'amd64'
  const found = manifests.find(({ platform }) => platform?.architecture === own)
  if (!found) throw new Error(`no match for platform linux/${own} in manifest of ${reference}`)
  const { config, layers } = await readJson<{ config: Descriptor; layers: readonly Descriptor[] }>(
    `${from}/manifests/${found.digest}`,
  )
  const settings = await readJson<{ config: ImageConfig }>(`${from}/blobs/${config.digest}`)
  const root = join(folder, found.digest.replace(':', '-'))
  await unpackOnce(root, async aside => {
    for (const { mediaType, digest: layer } of layers) {
      if (mediaType !== LAYER) throw new Error(`cannot unpack a layer of type ${mediaType}`)
      const entries = await unpackTar(zstdDecompressSync(await read(`${from}/blobs/${layer}`)))
      for (const entry of entries) await unpack(aside, entry)
    }
    for (const point of mountPoints) await mkdir(join(aside, point), { recursive: true })
  })
  return { digest: found.digest, root, config: settings.config }
}

// Aside first: two pods may pull the same image at once, and none may start in half of it.
async function unpackOnce(root: string, fill: (aside: string) => Promise<void>): Promise<void> {
  const aside = `${root}.${process.hrtime.bigint()}`
  await mkdir(aside, { recursive: true })
  try {
    await fill(aside)
    await rename(aside, root)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    // Another client was faster: theirs is the same.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

async function unpack(root: string, { header, data }: ParsedTarEntryWithData): Promise<void> {
  const { name, type, mode = 0o644, linkname = '' } = header
  const path = join(root, normalize(`/${name}`))
  await mkdir(dirname(path), { recursive: true })
  if (type === 'directory') return void (await mkdir(path, { recursive: true }))
  if (type === 'symlink') return symlink(linkname, path)
  if (type !== 'file') throw new Error(`cannot unpack ${name}: it is a ${type}`)
  await writeFile(path, data ?? '')
  await chmod(path, mode)
}

async function readJson<T>(url: string): Promise<T> {
  return JSON.parse((await read(url)).toString()) as T
}

async function read(url: string): Promise<Buffer> {
  const answer = await fetch(url, { headers: { accept: ACCEPTED.join(', ') } })
  if (!answer.ok) throw new Error(`failed to pull ${url}: ${answer.status} ${answer.statusText}`)
  return Buffer.from(await answer.arrayBuffer())
}
