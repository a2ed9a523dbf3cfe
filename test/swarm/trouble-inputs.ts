import { names } from '../../src/domain/api/api-names.ts'
import { encodeBase64 } from '../../src/domain/bytes/base64.ts'
import { partOf, textIn } from '../../src/domain/object/fields.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { pick } from '../../src/simulator/clock/seeded-random.ts'
import { fleetKubeconfig } from '../../src/simulator/fleet/fleet-kubeconfig.ts'
import type { Scene, Trouble } from './scene.ts'
import { connectionOf, packs } from './swarm-plan.ts'

/** Terraform gives a cluster another value. */
export const changeValue: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  if (scene.secret(connectionOf(name, 1).metadata.name))
    scene.putValue(name, scene.versions.get(name) === 1 ? 2 : 1)
  return undefined
}

/** The Secret of a cluster goes, or its key. */
export const takeValue: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  const secret = connectionOf(name, 1)
  if (random() < 0.5) scene.fleet.delete(secret)
  else scene.fleet.put({ ...secret, stringData: { other: 'x' } })
  return () => scene.putValue(name)
}

/** A ConfigMap of a pack goes. */
export const takePack: Trouble = ({ fleet }, random) => {
  const pack = pick(
    random,
    packs.filter(({ kind }) => kind === 'ConfigMap'),
  )
  if (pack) fleet.delete(pack)
  return () => pack && fleet.put(pack)
}

/** A pack gets another version of an image, and the old one again. */
export const editPack: Trouble = ({ fleet }, random) => {
  const pack = pick(
    random,
    packs.filter(({ metadata }) => edited.has(metadata.name)),
  )
  if (pack === undefined) return undefined
  const text = JSON.stringify(pack['data']).replace(/(example.com\/\w+):1.0.0/, '$1:1.0.1')
  fleet.put({ ...pack, data: JSON.parse(text) as unknown })
  return () => fleet.put(pack)
}

const edited: ReadonlySet<string> = new Set(['cni-base', 'extras-base'])

/** A kubeconfig gets other credentials. */
export const rotateKubeconfig: Trouble = (scene, random) => {
  const name = pick(random, scene.names) ?? ''
  if (!scene.astray.has(name))
    lead(scene, name, kubeconfigOf(name).replace('simulated', `simulated-${scene.now}`))
  return undefined
}

/** The kubeconfigs of two clusters are crossed. */
export const crossKubeconfigs: Trouble = (scene, random) => {
  const [one, other] = [pick(random, scene.names) ?? '', pick(random, scene.names) ?? '']
  if (one === other || !canGoAstray(scene, one) || !canGoAstray(scene, other)) return undefined
  const ends = [sendAstray(scene, one, other), sendAstray(scene, other, one)]
  return () => ends.forEach(end => end())
}

/** The kubeconfig of a cluster leads to another one. */
export const misdirect: Trouble = (scene, random) => {
  const [one, other] = [pick(random, scene.names) ?? '', pick(random, scene.names) ?? '']
  return one === other || !canGoAstray(scene, one) ? undefined : sendAstray(scene, one, other)
}

function sendAstray(scene: Scene, name: string, to: string): () => void {
  scene.astray.add(name)
  lead(scene, name, kubeconfigOf(to))
  return () => {
    scene.astray.delete(name)
    lead(scene, name, kubeconfigOf(name))
  }
}

// Who is led elsewhere before its first proof, or while it is let go, cannot know that it is elsewhere.
function canGoAstray(scene: Scene, name: string): boolean {
  if (scene.cluster(name)?.metadata.labels?.[names.profileLabel] !== 'eks') return false
  const status = partOf(scene.clusterFitout(name) ?? {}, 'status')
  const pinned = textIn(partOf(status, 'cluster'), 'identity')
  const own = identityOf(scene, name)
  return own !== undefined && pinned === own && !scene.astray.has(name) && !scene.lost.has(name)
}

function identityOf(scene: Scene, name: string): string | undefined {
  return scene.workload(name)?.table({ group: '', plural: 'namespaces' }).get('kube-system')?.metadata.uid
}

function kubeconfigOf(name: string): string {
  return fleetKubeconfig(`https://${name}.default.fleet.test:6443`)
}

function lead(scene: Scene, name: string, kubeconfig: string): void {
  const secret: KubeObject | undefined = scene.secret(`${name}-kubeconfig`)
  const value = encodeBase64(new TextEncoder().encode(kubeconfig))
  if (secret) scene.fleet.put({ ...secret, data: { value } })
}
