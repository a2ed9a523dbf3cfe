import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { KubeObject } from '../kube/kube-object.ts'
import { readManifests } from '../kube/read-manifests.ts'
import { Program } from '../process/program.ts'
import type { Site } from '../site.ts'

const stageFiles = [
  'node/fast/node-initialize.yaml',
  'node/heartbeat-with-lease/node-heartbeat-with-lease.yaml',
  'pod/fast/pod-ready.yaml',
  'pod/fast/pod-complete.yaml',
  'pod/fast/pod-delete.yaml',
]

/** A pod with this label is left to whoever gave it the label: kwok makes every other pod ready. */
export const PLAYED_BY = 'lab.fitout.dev/played-by'

/** Plays the nodes of a cluster, and every pod on them that the lab has no program for. */
export interface KwokSpec {
  readonly name: string
  readonly kubeconfigFile: string
  /** A regular expression: pods with such an image are left to the lab's kubelet. */
  readonly leaveImages: string
}

export async function kwokProgram(
  site: Site,
  { name, kubeconfigFile, leaveImages }: KwokSpec,
): Promise<Program> {
  const folder = join(site.folder, name, 'kwok')
  await mkdir(folder, { recursive: true })
  const files = await Promise.all(
    stageFiles.map(async file => {
      const [stage] = await readManifests(join(site.modules.kwok.folder, 'kustomize', 'stage', file))
      if (!stage) throw new Error(`cannot read kwok stage ${file}: it is empty`)
      const path = join(folder, basename(file))
      await writeFile(path, JSON.stringify(file.startsWith('pod/') ? leaving(stage, leaveImages) : stage))
      return path
    }),
  )
  return new Program({
    name: `${name}/kwok`,
    path: site.programs.kwok,
    args: [
      `--kubeconfig=${kubeconfigFile}`,
      '--manage-all-nodes=true',
      '--server-address=',
      '--node-lease-duration-seconds=40',
      ...files.map(file => `--config=${file}`),
    ],
    logFile: site.log(`${name}/kwok`),
  })
}

// kwok reads the key of an expression as a jq query: no matching image, no value, so "DoesNotExist" holds.
function leaving(stage: KubeObject, images: string): object {
  const spec = stage['spec'] as { selector: { matchExpressions: object[] } }
  const key = `.spec.containers.[].image | select( test(${JSON.stringify(images)}) )`
  const isDelete = stage.metadata.name === 'pod-delete'
  const played = { key: `.metadata.labels[${JSON.stringify(PLAYED_BY)}]`, operator: 'DoesNotExist' }
  const matchExpressions = [
    ...spec.selector.matchExpressions,
    { key, operator: 'DoesNotExist' },
    ...(isDelete ? [] : [played]),
  ]
  return { ...stage, spec: { ...spec, selector: { ...spec.selector, matchExpressions } } }
}
