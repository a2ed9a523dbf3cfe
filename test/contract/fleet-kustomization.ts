import { describe, expect, test } from 'vitest'
import { isObserved, setMessageOf } from './fleet-condition.ts'
import type { FleetBench } from './fleet-bench.ts'
import { aGitRepository, aKustomization } from './fleet-flux-objects.ts'

const READY = 'ReconciliationSucceeded'

/** What Flux does with Git. */
export function kustomizationContract(bench: FleetBench): void {
  /** A GitRepository, a namespace, and a Kustomization that applies the one to the other. */
  const aScene = async (spec: object = {}) => {
    const [repository, targetNamespace] = [aGitRepository(bench), bench.name()]
    const kustomization = aKustomization(
      bench,
      { repository: repository.metadata.name, targetNamespace },
      spec,
    )
    await bench.workload.create(bench.object('Namespace', targetNamespace), repository, kustomization)
    return { name: kustomization.metadata.name, targetNamespace }
  }
  const greetingIn = async (namespace: string): Promise<unknown> => {
    const { items } = await bench.workload.api.list({
      resource: bench.workload.ref('ConfigMap', '').resource,
      namespace,
      fields: 'metadata.name=greeting',
    })
    return items[0]?.['data']
  }

  describe('a Kustomization', () => {
    test('waits for what it depends on, and goes on when that is ready', async () => {
      const [repository, targetNamespace] = [bench.name(), bench.name()]
      const dependency = aKustomization(bench, { repository, targetNamespace })
      const { name } = await aScene({ dependsOn: [{ name: dependency.metadata.name }] })
      await bench.workload.untilSays('Kustomization', name, 'Ready False DependencyNotReady')
      await bench.workload.create(
        bench.object('Namespace', targetNamespace),
        aGitRepository(bench, repository),
      )
      await bench.workload.create(dependency)
      await bench.workload.untilReady('Kustomization', name, READY)
      expect(bench.health(await bench.workload.get('Kustomization', dependency.metadata.name))).toBe(
        'Current',
      )
    })

    test('says that its source is missing, and goes on when it comes', async () => {
      const [repository, targetNamespace] = [bench.name(), bench.name()]
      const kustomization = aKustomization(bench, { repository, targetNamespace })
      const { name } = kustomization.metadata
      await bench.workload.create(bench.object('Namespace', targetNamespace), kustomization)
      const held = await bench.workload.untilSays('Kustomization', name, 'Ready False ArtifactFailed')
      expect([isObserved(held), bench.health(held)]).toEqual([false, 'InProgress'])
      await bench.workload.create(aGitRepository(bench, repository))
      await bench.workload.untilReady('Kustomization', name, READY)
    })

    test('applies what is in Git and gets ready', async () => {
      const { name, targetNamespace } = await aScene()
      const ready = await bench.workload.untilReady('Kustomization', name, READY)
      expect(bench.health(ready)).toBe('Current')
      expect(await greetingIn(targetNamespace)).toEqual({ text: 'from Git' })
    })

    test('takes what it applied along when it is deleted, if it prunes', async () => {
      const { name, targetNamespace } = await aScene()
      await bench.workload.untilReady('Kustomization', name, READY)
      await bench.workload.delete('Kustomization', name)
      await bench.workload.untilGone('Kustomization', name)
      expect(await greetingIn(targetNamespace)).toBeUndefined()
    })

    test('is left alone while it is suspended, and goes on when it is not', async () => {
      const { name, targetNamespace } = await aScene({ suspend: true })
      // One that was made later is through.
      await bench.workload.untilReady('Kustomization', (await aScene()).name, READY)
      expect(setMessageOf(await bench.workload.get('Kustomization', name), 'Ready')).toBe(
        'undefined undefined',
      )
      expect(await greetingIn(targetNamespace)).toBeUndefined()
      await bench.workload.changeSpec('Kustomization', name, { suspend: false })
      await bench.workload.untilReady('Kustomization', name, READY)
      expect(await greetingIn(targetNamespace)).toEqual({ text: 'from Git' })
    })
  })

  test('a GitRepository is ready once its files are fetched', async () => {
    const repository = aGitRepository(bench)
    await bench.workload.create(repository)
    const ready = await bench.workload.untilReady('GitRepository', repository.metadata.name, 'Succeeded')
    expect(bench.health(ready)).toBe('Current')
  })
}
