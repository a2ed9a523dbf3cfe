import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { oneAtATime } from '../process/one-at-a-time.ts'
import { cacheFolder } from './build-programs.ts'
import { go } from './go.ts'

const run = promisify(execFile)

/** A program that stories run beside the lab: built with its own go.mod, as its libraries are others than those of the lab. */
interface Tool {
  readonly module: string
  readonly version: string
  /** The Go package that holds its `main`. */
  readonly package: string
  /** Versions that upstream sets at link time. */
  readonly variables?: Readonly<Record<string, string>>
  readonly tags?: string
  /** Whether it has libraries in C. */
  readonly usesC?: boolean
  /** Adds what upstream makes before it builds, and what its module does not hold. */
  readonly prepare?: (copy: string) => Promise<void>
  /** Names another way to prepare it than before: a program that was built in the former way is not taken for it. */
  readonly preparation?: string
}

/** The Kubernetes that a story upgrades to that of the lab. */
export const KUBERNETES_BEFORE = 'v1.35.4'

/** The Karpenter that a story upgrades to that of the lab. */
export const KARPENTER_BEFORE = 'v1.13.0'

const tools = {
  helm: {
    module: 'helm.sh/helm/v3',
    version: 'v3.22.0',
    package: './cmd/helm',
    variables: { 'helm.sh/helm/v3/internal/version.version': 'v3.22.0' },
  },
  // The minor release before the one that the lab runs: what is upgraded from.
  'kube-apiserver': {
    module: 'k8s.io/kubernetes',
    version: KUBERNETES_BEFORE,
    package: './cmd/kube-apiserver',
    variables: {
      'k8s.io/component-base/version.gitVersion': KUBERNETES_BEFORE,
      'k8s.io/component-base/version.gitMajor': '1',
      'k8s.io/component-base/version.gitMinor': KUBERNETES_BEFORE.split('.')[1] ?? '',
    },
    prepare: prepareKubernetes,
  },
  // The minor release before the one that the lab runs, with the same provider for nodes.
  karpenter: { module: 'sigs.k8s.io/karpenter', version: KARPENTER_BEFORE, package: './kwok' },
  kustomize: { module: 'sigs.k8s.io/kustomize/kustomize/v5', version: 'v5.8.1', package: '.' },
  actionlint: { module: 'github.com/rhysd/actionlint', version: 'v1.7.12', package: './cmd/actionlint' },
  flux: {
    module: 'github.com/fluxcd/flux2/v2',
    version: 'v2.9.4',
    package: './cmd/flux',
    variables: { 'main.VERSION': '2.9.4' },
    // It embeds manifests that upstream makes while it builds: the operator of Flux carries them.
    prepare: embedFluxManifests,
    preparation: 'with-manifests',
  },
  'flux-operator': {
    module: 'github.com/controlplaneio-fluxcd/flux-operator',
    version: 'v0.58.1',
    package: './cmd/operator',
    prepare: prepareFluxOperator,
  },
  // A forge. Its pages have no style without what upstream makes with Node; its API is whole.
  gitea: {
    module: 'code.gitea.io/gitea',
    version: 'v1.26.4',
    package: '.',
    variables: { 'main.Version': '1.26.4' },
    tags: 'sqlite sqlite_unlock_notify',
    usesC: true,
  },
  // A provider of logins. Its module has no release that Go takes for one.
  dex: {
    module: 'github.com/dexidp/dex',
    version: 'v0.0.0-20260303133905-11d2eeb52b42',
    package: './cmd/dex',
    prepare: withOwnApi,
  },
  opentofu: {
    module: 'github.com/opentofu/opentofu',
    version: 'v1.12.6',
    package: './cmd/tofu',
    variables: { 'github.com/opentofu/opentofu/version.dev': 'no' },
    prepare: leaveOutClouds,
  },
  // The newest that is published as a module.
  'terraform-provider-kubernetes': {
    module: 'github.com/hashicorp/terraform-provider-kubernetes',
    version: 'v1.13.4',
    package: '.',
    prepare: withoutVendor,
  },
  // As above: what it wrote into a state, and what newer ones are called with, differs in blocks of its provider only.
  'terraform-provider-helm': {
    module: 'github.com/hashicorp/terraform-provider-helm',
    version: 'v1.3.2',
    package: '.',
    prepare: withoutVendor,
  },
  // Cluster API's add-on provider for Helm: installs charts on clusters by HelmChartProxies.
  caaph: { module: 'sigs.k8s.io/cluster-api-addon-provider-helm', version: 'v0.5.3', package: '.' },
} as const satisfies Record<string, Tool>

export type ToolName = keyof typeof tools

/**
 * Builds a tool from its published module, if it is not in the cache yet, and returns where it stands.
 *
 * It takes up to four minutes, once for each machine.
 */
export async function buildTool(name: ToolName): Promise<string> {
  const folder = cacheFolder()
  const tool: Tool = tools[name]
  const { version, preparation } = tool
  const path = join(folder, [name, version, ...(preparation === undefined ? [] : [preparation])].join('-'))
  if (existsSync(path)) return path
  await mkdir(folder, { recursive: true })
  await oneAtATime(path, async () => {
    if (!existsSync(path)) await build(tool, path)
  })
  return path
}

/** The folder of a tool's module, as Go keeps it: some programs read files of it while they run. */
export async function toolFolder(name: ToolName): Promise<string> {
  const { module, version }: Tool = tools[name]
  const said = await go(['mod', 'download', '-json', `${module}@${version}`])
  return (JSON.parse(said) as { readonly Dir: string }).Dir
}

async function build(tool: Tool, path: string): Promise<void> {
  const said = await go(['mod', 'download', '-json', `${tool.module}@${tool.version}`])
  const { Dir } = JSON.parse(said) as { readonly Dir: string }
  const copy = await mkdtemp(join(tmpdir(), 'fitout-tool-'))
  const aside = `${path}.${process.pid}.partial`
  try {
    await cp(Dir, copy, { recursive: true })
    await makeWritable(copy)
    await tool.prepare?.(copy)
    const variables = Object.entries(tool.variables ?? {}).map(([name, value]) => `-X ${name}=${value}`)
    const tags = tool.tags === undefined ? [] : ['-tags', tool.tags]
    const flags = ['-trimpath', '-buildvcs=false', ...tags, '-ldflags', ['-s', '-w', ...variables].join(' ')]
    await goIn(copy, ['build', ...flags, '-o', aside, tool.package], tool.usesC === true ? '1' : '0')
    await rename(aside, path)
  } finally {
    await rm(aside, { force: true })
    await rm(copy, { recursive: true, force: true })
  }
}

async function embedFluxManifests(copy: string): Promise<void> {
  const { module, version } = tools['flux-operator']
  const said = await go(['mod', 'download', '-json', `${module}@${version}`])
  const { Dir } = JSON.parse(said) as { readonly Dir: string }
  const manifests = join(copy, 'cmd', 'flux', 'manifests')
  await cp(join(Dir, 'config', 'data', 'flux', tools.flux.version), manifests, { recursive: true })
  await makeWritable(manifests)
}

// It names its own API by a folder that its module does not hold; that is published by itself.
async function withOwnApi(copy: string): Promise<void> {
  await goIn(copy, ['mod', 'edit', '-dropreplace=github.com/dexidp/dex/api/v2'])
}

// It names its own libraries by folders that its module does not hold; they are published with a number of their own.
async function prepareKubernetes(copy: string): Promise<void> {
  const text = await readFile(join(copy, 'go.mod'), 'utf8')
  const staged = [...text.matchAll(/^\s*(?:replace )?(\S+) => \.\/staging\/.*$/gm)].map(([, name]) => name)
  const version = KUBERNETES_BEFORE.replace(/^v1\./, 'v0.')
  await goIn(copy, ['mod', 'edit', ...staged.map(name => `-replace=${name}=${name}@${version}`)])
}

// Its pages are not in its module, and one of its libraries is pinned at a version that is not served.
async function prepareFluxOperator(copy: string): Promise<void> {
  await addFile(join(copy, 'web/dist/index.html'), '')
  const library = 'github.com/google/go-containerregistry/pkg/authn/kubernetes'
  const served = 'v0.0.0-20260114192324-795787c558e1'
  await goIn(copy, ['mod', 'edit', `-replace=${library}=${library}@${served}`])
}

// Where a state can be kept in a cloud, and a key: five hundred packages that take minutes to compile, and that no story asks for.
async function leaveOutClouds(copy: string): Promise<void> {
  const backends = /^\t(?:\t"\w+": +func\(.*\b)?backend(?:Azure|Consul|Cos|GCS|Kubernetes|OSS|Pg|S3)\b.*\n/gm
  await rewrite(join(copy, 'internal/backend/init/init.go'), text => text.replaceAll(backends, ''))
  const keys = '(?:aws_kms|azure_vault|gcp_kms|openbao)'
  const imported = new RegExp(`^\\t".*/keyprovider/${keys}"\\n`, 'gm')
  const registered = new RegExp(
    `^\\tif err := .*\\(${keys}\\.New\\(\\)\\).*\\n\\t\\tpanic\\(err\\)\\n\\t\\}\\n`,
    'gm',
  )
  await rewrite(join(copy, 'internal/encryption/default_registry.go'), text =>
    text.replaceAll(imported, '').replaceAll(registered, ''),
  )
}

// The providers carry copies of their libraries, of which one is at an address that is gone.
async function withoutVendor(copy: string): Promise<void> {
  await rm(join(copy, 'vendor'), { recursive: true })
  const moved = 'github.com/fvbommel/util@v0.0.0-20180919145318-efcd4e0f9787'
  await goIn(copy, ['mod', 'edit', `-replace=vbom.ml/util=${moved}`])
}

async function rewrite(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')))
}

async function goIn(folder: string, args: readonly string[], cgo: '0' | '1' = '0'): Promise<void> {
  const env = { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off', CGO_ENABLED: cgo, GOFLAGS: '-mod=mod' }
  await run('go', args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 })
}

async function addFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

// What Go keeps of a module is read-only, and so are its copies.
async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await makeWritable(path)
    else await chmod(path, 0o644)
  }
}
