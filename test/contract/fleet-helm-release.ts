import { describe, expect, test } from 'vitest'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { isObserved, setMessageOf, statusOf } from './fleet-condition.ts'
import type { FleetBench } from './fleet-bench.ts'
import { aHelmRelease, aHelmRepository } from './fleet-flux-objects.ts'

const watched = { 'reconcile.fluxcd.io/watch': 'Enabled' }

/** What Flux does with charts. */
export function helmReleaseContract(bench: FleetBench): void {
  /** A HelmRepository, and a HelmRelease from it; gives the name of the release. */
  const aRelease = async (spec: object = {}): Promise<string> => {
    const repository = aHelmRepository(bench)
    const release = aHelmRelease(bench, repository.metadata.name, spec)
    await bench.workload.create(repository, release)
    return release.metadata.name
  }
  const untilReady = (name: string, reason: string): Promise<KubeObject> =>
    bench.workload.untilReady('HelmRelease', name, reason)
  const untilStalled = (name: string): Promise<KubeObject> =>
    bench.workload.untilIs(
      'HelmRelease',
      name,
      object => isObserved(object) && setMessageOf(object, 'Stalled') === 'True RetriesExceeded',
    )
  /** Waits until a later release is through, so that one that is left alone would have been, too. */
  const aTurn = async (): Promise<void> => void (await untilReady(await aRelease(), 'InstallSucceeded'))
  const aSecret = (name: string, data: object, labels: object = {}): KubeObject =>
    bench.object('Secret', name, { metadata: { labels }, type: 'Opaque', stringData: data })

  describe('a HelmRelease', () => {
    test('waits for what it depends on, and goes on when that is ready', async () => {
      const dependency = aHelmRelease(bench, bench.name())
      const name = await aRelease({ dependsOn: [{ name: dependency.metadata.name }] })
      await bench.workload.untilSays('HelmRelease', name, 'Ready False DependencyNotReady')
      expect(await bench.workload.find('Deployment', name)).toBeUndefined()
      const { chart } = dependency['spec'] as { readonly chart: { spec: { sourceRef: { name: string } } } }
      await bench.workload.create(aHelmRepository(bench, chart.spec.sourceRef.name), dependency)
      await untilReady(name, 'InstallSucceeded')
      expect(bench.health(await bench.workload.get('HelmRelease', dependency.metadata.name))).toBe('Current')
    })

    test('finds a Secret of values that was missing also when it is not labelled for it', async () => {
      const secret = bench.name()
      const name = await aRelease(valuesFrom(secret))
      await bench.workload.untilSays('HelmRelease', name, 'Ready False ValuesError')
      await bench.workload.create(aSecret(secret, { 'values.yaml': 'replicas: 1' }))
      expect(bench.health(await untilReady(name, 'InstallSucceeded'))).toBe('Current')
    })

    test('installs its chart and gets ready', async () => {
      const name = await aRelease()
      const release = await untilReady(name, 'InstallSucceeded')
      expect([bench.health(release), releasesOf(release)]).toEqual(['Current', ['1 deployed']])
      const deployment = await bench.workload.get('Deployment', name)
      expect([bench.health(deployment), deployment['spec']]).toMatchObject(['Current', { replicas: 1 }])
    })

    test('gives its chart the values of its spec', async () => {
      const name = await aRelease({ values: { replicas: 2 } })
      await untilReady(name, 'InstallSucceeded')
      expect((await bench.workload.get('Deployment', name))['spec']).toMatchObject({ replicas: 2 })
    })

    test('upgrades its release when its values change, and says so', async () => {
      const name = await aRelease({ values: { replicas: 1 } })
      await untilReady(name, 'InstallSucceeded')
      await bench.workload.changeSpec('HelmRelease', name, { values: { replicas: 2 } })
      const release = await untilReady(name, 'UpgradeSucceeded')
      expect([release.metadata.generation, releasesOf(release)]).toEqual([2, ['2 deployed', '1 superseded']])
      expect((await bench.workload.get('Deployment', name))['spec']).toMatchObject({ replicas: 2 })
    })

    test('does not upgrade its release when neither chart nor values change', async () => {
      const name = await aRelease()
      await untilReady(name, 'InstallSucceeded')
      await bench.workload.changeSpec('HelmRelease', name, { interval: '11m' })
      const release = await bench.workload.untilIs('HelmRelease', name, isObserved)
      expect([release.metadata.generation, setMessageOf(release, 'Ready'), releasesOf(release)]).toEqual([
        2,
        'True InstallSucceeded',
        ['1 deployed'],
      ])
    })

    test('upgrades its release when a Secret of values changes that is labelled for it', async () => {
      const secret = bench.name()
      await bench.workload.create(aSecret(secret, { 'values.yaml': 'notes: one' }, watched))
      const name = await aRelease(valuesFrom(secret))
      await untilReady(name, 'InstallSucceeded')
      await bench.workload.change('Secret', secret, known => ({
        ...known,
        stringData: { 'values.yaml': 'notes: two' },
      }))
      // Flux writes the conditions first and the history after them; with no new generation nothing else tells when it has.
      const hasUpgraded = (object: KubeObject): boolean => releasesOf(object).length === 2
      const release = await bench.workload.untilIs('HelmRelease', name, hasUpgraded)
      expect([release.metadata.generation, setMessageOf(release, 'Ready'), releasesOf(release)]).toEqual([
        1,
        'True UpgradeSucceeded',
        ['2 deployed', '1 superseded'],
      ])
    })

    test('is in progress while a Deployment of its chart is not available', async () => {
      const name = await aRelease({ values: { nodeSelector: { 'contract.fitout.dev/node': 'none' } } })
      await bench.workload.untilIs('Deployment', name)
      await aTurn()
      const release = await bench.workload.get('HelmRelease', name)
      expect([setMessageOf(release, 'Ready'), bench.health(release)]).toEqual([
        'Unknown Progressing',
        'InProgress',
      ])
      await bench.workload.changeSpec('HelmRelease', name, { suspend: true })
    })

    test('says that a Secret of values is missing, and goes on when one comes that is labelled for it', async () => {
      const secret = bench.name()
      const name = await aRelease(valuesFrom(secret))
      const held = await bench.workload.untilSays('HelmRelease', name, 'Ready False ValuesError')
      expect([isObserved(held), bench.health(held)]).toEqual([false, 'InProgress'])
      expect(await bench.workload.find('Deployment', name)).toBeUndefined()
      await bench.workload.create(aSecret(secret, { 'values.yaml': 'replicas: 1' }, watched))
      await untilReady(name, 'InstallSucceeded')
    })

    test('says that a key of its values is missing, and goes on when it comes', async () => {
      const secret = bench.name()
      await bench.workload.create(aSecret(secret, { other: 'yes' }, watched))
      const name = await aRelease(valuesFrom(secret))
      await bench.workload.untilSays('HelmRelease', name, 'Ready False ValuesError')
      await bench.workload.change('Secret', secret, known => ({
        ...known,
        stringData: { 'values.yaml': 'replicas: 1' },
      }))
      expect(bench.health(await untilReady(name, 'InstallSucceeded'))).toBe('Current')
    })

    test('fails for good when an object of its chart is refused, until its spec changes', async () => {
      const name = await aRelease({ values: { namespace: bench.name() } })
      const failed = await untilStalled(name)
      expect([setMessageOf(failed, 'Ready'), bench.health(failed)]).toEqual(['False InstallFailed', 'Failed'])
      await bench.workload.changeSpec('HelmRelease', name, { values: {} })
      // What failed was a release, too.
      const upgraded = await untilReady(name, 'UpgradeSucceeded')
      expect([setMessageOf(upgraded, 'Stalled'), releasesOf(upgraded)]).toEqual([
        'undefined undefined',
        ['2 deployed', '1 superseded'],
      ])
    })

    test('fails for good when a Deployment of its chart is not available in time', async () => {
      const values = { nodeSelector: { 'contract.fitout.dev/node': 'none' } }
      const name = await aRelease({ values, timeout: '5s' })
      const failed = await untilStalled(name)
      expect([setMessageOf(failed, 'Ready'), bench.health(failed), releasesOf(failed)]).toEqual([
        'False InstallFailed',
        'Failed',
        ['1 failed'],
      ])
      expect(bench.health(await bench.workload.get('Deployment', name))).toBe('InProgress')
    })

    test('does without values that are optional', async () => {
      const name = await aRelease({ valuesFrom: [{ kind: 'Secret', name: bench.name(), optional: true }] })
      expect(setMessageOf(await untilReady(name, 'InstallSucceeded'), 'Ready')).toBe('True InstallSucceeded')
    })

    test('says that its source is not ready, before it looks at its values, and goes on when it is', async () => {
      const repository = bench.name()
      const release = aHelmRelease(bench, repository, valuesFrom(bench.name()))
      const { name } = release.metadata
      await bench.workload.create(release)
      await bench.workload.untilSays('HelmRelease', name, 'Ready False SourceNotReady')
      await bench.workload.create(aHelmRepository(bench, repository))
      await bench.workload.untilSays('HelmRelease', name, 'Ready False ValuesError')
      expect(await bench.workload.find('Deployment', name)).toBeUndefined()
    })

    test('makes a HelmChart beside its source, and says which', async () => {
      const name = await aRelease()
      await untilReady(name, 'InstallSucceeded')
      const { namespace } = bench.workload
      const { helmChart } = statusOf<{ helmChart: string }>(await bench.workload.get('HelmRelease', name))
      expect(helmChart).toBe(`${namespace}/${namespace}-${name}`)
      await bench.workload.untilReady('HelmChart', `${namespace}-${name}`, 'ChartPullSucceeded')
    })

    test('says by its HelmChart that its repository is missing', async () => {
      const release = aHelmRelease(bench, bench.name())
      await bench.workload.create(release)
      const { namespace } = bench.workload
      const chart = await bench.workload.untilSays(
        'HelmChart',
        `${namespace}-${release.metadata.name}`,
        'Ready False SourceUnavailable',
      )
      expect([isObserved(chart), bench.health(chart)]).toEqual([false, 'InProgress'])
    })

    test('is left alone while it is suspended, and goes on when it is not', async () => {
      const name = await aRelease({ suspend: true })
      await aTurn()
      expect(await bench.workload.find('Deployment', name)).toBeUndefined()
      expect(setMessageOf(await bench.workload.get('HelmRelease', name), 'Ready')).toBe('undefined undefined')
      await bench.workload.changeSpec('HelmRelease', name, { suspend: false })
      await untilReady(name, 'InstallSucceeded')
    })

    test('takes what it installed along when it is deleted', async () => {
      const name = await aRelease()
      await untilReady(name, 'InstallSucceeded')
      await bench.workload.delete('HelmRelease', name)
      await bench.workload.untilGone('HelmRelease', name)
      expect(await bench.workload.find('Deployment', name)).toBeUndefined()
    })
  })

  test('a HelmRepository is ready once its index is fetched', async () => {
    const repository = aHelmRepository(bench)
    await bench.workload.create(repository)
    const ready = await bench.workload.untilReady('HelmRepository', repository.metadata.name, 'Succeeded')
    expect(bench.health(ready)).toBe('Current')
  })
}

/** The releases of a chart that a HelmRelease knows of, the last one first. */
function releasesOf(release: KubeObject): readonly string[] {
  const { history = [] } = statusOf<{ history: readonly { version: number; status: string }[] }>(release)
  return history.map(({ version, status }) => `${version} ${status}`)
}

function valuesFrom(name: string): object {
  return { valuesFrom: [{ kind: 'Secret', name }] }
}
