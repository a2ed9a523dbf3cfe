import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import { condition } from '../kube/conditions.ts'
import type { KubeApi } from '../kube/kube-api.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab } from '../lab.ts'
import { buildTool } from '../programs/build-tool.ts'
import { type Chart, chart } from '../servers/chart.ts'
import { FleetFolder } from './fleet-folder.ts'

/** Three clusters in two environments. */
export const fleetClusters = [
  { name: 'early', environment: 'dev' },
  { name: 'blue', environment: 'dev' },
  { name: 'green', environment: 'prod' },
] as const

/** What every commit of these stories is made with. */
export const GIT_IDENTITY =
  'export GIT_AUTHOR_NAME=lab GIT_AUTHOR_EMAIL=lab@fitout.dev GIT_COMMITTER_NAME=lab GIT_COMMITTER_EMAIL=lab@fitout.dev'

/** A folder for a clone, with `helm` on the PATH beside `fitout` and `kubectl`. */
export async function folderWithHelm(lab: Lab, name: string): Promise<FleetFolder> {
  const folder = await FleetFolder.create(lab, name)
  const link = join(lab.folder, 'bin', 'helm')
  await rm(link, { force: true })
  await symlink(await buildTool('helm'), link)
  return folder
}

/** A chart in place of one that only its publisher has: a Deployment with a number of replicas. */
export function standIn(name: string, version: string): Chart {
  return chart(name, version, {
    'values.yaml': 'replicaCount: 1\n',
    'templates/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: {{ .Values.replicaCount }}
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec: {containers: [{name: main, image: registry.example.com/${name}:${version}}]}
`,
  })
}

/** The commands in the `sh` blocks of a section of a README, by the words in its title. */
export function commandsOf(readme: string, title: string): string {
  const section = readme.split(/^## /m).find(text => text.split('\n', 1)[0]?.includes(title)) ?? ''
  const blocks = [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, commands = '']) => commands)
  if (blocks.length === 0) throw new Error(`cannot find commands under "${title}"`)
  return blocks.join('')
}

// In the order in which one makes the other: what is seen of the last is of the same commit as what was seen of the first.
const FLUX_KINDS = [
  ['kustomize.toolkit.fluxcd.io/v1', 'Kustomization'],
  ['fluxcd.controlplane.io/v1', 'ResourceSet'],
  ['helm.toolkit.fluxcd.io/v2', 'HelmRelease'],
] as const

/** Tells Flux on a cluster to look at the repository now, and waits until everything there is at that commit, and ready. */
export async function untilTaken(api: KubeApi, commit: string): Promise<void> {
  const source = ref('source.toolkit.fluxcd.io/v1', 'GitRepository', 'flux-system/flux-system')
  await api.patch(source, { metadata: { annotations: { 'reconcile.fluxcd.io/requestedAt': commit } } })
  await until(`all that Flux does is at ${commit}`, async () => {
    for (const [apiVersion, kind] of FLUX_KINDS)
      for (const object of await api.list(apiVersion, kind)) requireTaken(kind, object, commit)
    return true
  })
}

function requireTaken(kind: string, object: KubeObject, commit: string): void {
  const { name, namespace, generation } = object.metadata
  const status = object['status'] as
    | { readonly lastAppliedRevision?: string; readonly conditions?: readonly object[] }
    | undefined
  const ready = condition(object, 'Ready') as
    | { readonly status: string; readonly observedGeneration?: number; readonly message?: string }
    | undefined
  const isCurrent = ready?.status === 'True' && ready.observedGeneration === generation
  const isAtCommit = kind !== 'Kustomization' || status?.lastAppliedRevision?.endsWith(commit)
  if (!isCurrent || !isAtCommit)
    throw new Error(`${kind} ${namespace}/${name}: ${status?.lastAppliedRevision} ${ready?.message}`)
}

/** The generation of every object of a kind, by namespace and name. */
export async function generations(
  api: KubeApi,
  apiVersion: string,
  kind: string,
): Promise<Readonly<Record<string, number | undefined>>> {
  const objects = await api.list(apiVersion, kind)
  return Object.fromEntries(
    objects.map(({ metadata }) => [`${metadata.namespace}/${metadata.name}`, metadata.generation]),
  )
}

/** What helm-controller wrote to a cluster, in order: the verb and the object. */
export function helmWrites(controlPlane: ControlPlane): readonly string[] {
  return controlPlane
    .audit()
    .filter(({ verb, userAgent = '' }) => isWrite(verb) && userAgent.startsWith('helm-controller'))
    .map(
      ({ verb, objectRef }) =>
        `${verb} ${objectRef?.resource} ${objectRef?.namespace ?? ''}/${objectRef?.name ?? ''}`,
    )
}

function isWrite(verb: string): boolean {
  return !['get', 'list', 'watch'].includes(verb)
}
