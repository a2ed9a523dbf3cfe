import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import { Lab } from '../lab.ts'
import { buildHelm } from '../programs/build-helm.ts'
import { bundleFitout } from '../../release/contents/bundle.ts'

const IMAGE = 'registry.example/fitout:0.1.0'

let lab: Lab
let command: string

beforeAll(async () => {
  lab = await Lab.start({ name: 'install' })
  command = await bundleFitout(join(lab.folder, 'dist'))
  await buildHelm()
}, 900_000)
afterAll(async () => {
  await lab?.stop()
})

interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command on the management cluster, as its administrator. */
function fitout(...words: readonly string[]): Promise<Said> {
  const args = [command, ...words, '--kubeconfig', lab.kubeconfigFile, '--context', 'management']
  return new Promise(resolve => {
    execFile(process.execPath, args, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })
}

/** The findings of `fitout check` that are not ok: their names and results. */
async function wrong(): Promise<Readonly<Record<string, string>>> {
  const { out } = await fitout('check', '-o', 'json')
  const { checks } = JSON.parse(out) as { checks: readonly { check: string; result: string }[] }
  return Object.fromEntries(
    checks.filter(({ result }) => result !== 'ok').map(({ check, result }) => [check, result]),
  )
}

const install = ['install', '--image', IMAGE, '--wait=false']

describe('on a real API server', () => {
  test('nothing is installed at first, and check says so', async () => {
    expect(await wrong()).toEqual({ kinds: 'failed', installation: 'failed' })
  })

  test('a dry run writes nothing', async () => {
    const { code, out } = await fitout(...install, '--dry-run')
    expect([code, out.match(/^created .* \(dry run\)$/gm)?.length]).toEqual([0, 17])
    expect(await lab.management.api.find(ref('v1', 'Namespace', 'fitout-system'))).toBeUndefined()
  })

  test('all is applied', async () => {
    const { code, out, err } = await fitout(...install)
    expect([code, err.split('\n')[0]]).toEqual([
      0,
      'installed Fitout 0.1.0 in namespace fitout-system: 17 objects',
    ])
    expect(out.match(/^created /gm)).toHaveLength(17)
  })

  test('a second time nothing changes', async () => {
    const { code, out, err } = await fitout(...install)
    expect([code, out, err.split('\n')[0]]).toEqual([
      0,
      '',
      'nothing changed: Fitout 0.1.0 is installed in namespace fitout-system',
    ])
  })

  test('check names what is broken', async () => {
    const usual = { controller: 'failed', lease: 'failed' }
    expect(await wrong()).toEqual(usual)
    const { api } = lab.management
    const binding = 'ValidatingAdmissionPolicyBinding'
    await api.delete(ref('admissionregistration.k8s.io/v1', binding, 'fitout-own-writes'))
    await api.delete(ref('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'fitout-controller'))
    await api.apply(lease(Date.now() - 3_600_000))
    expect(await wrong()).toEqual({ ...usual, clock: 'failed', permissions: 'failed', policy: 'warning' })
    const { out } = await fitout('check')
    expect(out).toContain('is held by ghost_1, which no longer exists')
  })

  test('install fixes it', async () => {
    const { out } = await fitout(...install)
    expect(out.trim().split('\n').toSorted()).toEqual([
      'created ClusterRoleBinding fitout-controller',
      'created ValidatingAdmissionPolicyBinding fitout-own-writes',
    ])
  })

  test('named namespaces take the permissions that hold everywhere back', async () => {
    const { out } = await fitout(...install, '--namespaces', 'default')
    expect(out.trim().split('\n')).toEqual([
      'created RoleBinding default/fitout-controller',
      'created RoleBinding default/fitout-management-proofs',
      'configured Deployment fitout-system/fitout-controller',
      'deleted ClusterRoleBinding fitout-controller',
      'deleted ClusterRoleBinding fitout-management-proofs',
    ])
  })

  test('uninstall says what goes, and then nothing of it is left', async () => {
    const { out, err: said } = await fitout('uninstall', '--crds')
    const goes = out.match(/^goes: {2}(\w+ \S+)$/gm)?.map(line => line.slice('goes:  '.length)) ?? []
    expect(goes.length, said).toBeGreaterThan(15)
    const { code, err } = await fitout('uninstall', '--crds', '--yes')
    expect(code, err).toBe(0)
    await until('nothing is left', async () => (await wrong())['kinds'] === 'failed')
    await until('the namespace is gone', async () => {
      const found = await lab.management.api.find(ref('v1', 'Namespace', 'fitout-system'))
      return found === undefined
    })
    const again = await fitout('uninstall', '--crds')
    expect(again.err).toContain('nothing of Fitout is in namespace fitout-system')
  })
})

describe('with Helm on a real API server', () => {
  const chart = ['fitout', 'charts/fitout', '--namespace', 'fitout-system']
  const image = ['--set', 'image.repository=registry.example/fitout']

  test('the chart is installed, and found by check and version', async () => {
    await helm('install', ...chart, ...image, '--create-namespace')
    expect(await wrong()).toEqual({ controller: 'failed', lease: 'failed' })
    const { out } = await fitout('version')
    expect(out).toContain('controller 0.1.0 (fitout-system/fitout-controller): fits')
  })

  test('fitout install and uninstall leave it to Helm', async () => {
    const said = [await fitout(...install), await fitout('uninstall', '--yes')]
    expect(
      said.map(({ code, err }) => [code, err.includes('it is installed by Helm, as release "fitout"')]),
    ).toEqual([
      [1, true],
      [1, true],
    ])
  })

  test('it is upgraded to other values, and removed but for its kinds', async () => {
    await helm('upgrade', ...chart, ...image, '--set', 'namespaces={default}')
    expect(await wrong()).toEqual({ controller: 'failed', lease: 'failed' })
    await helm('uninstall', 'fitout', '--namespace', 'fitout-system')
    expect(await wrong()).toEqual({ installation: 'failed' })
  })
})

/** Runs Helm on the management cluster. */
async function helm(...words: readonly string[]): Promise<void> {
  const context = ['--kubeconfig', lab.kubeconfigFile, '--kube-context', 'management']
  await promisify(execFile)(await buildHelm(), [...words, ...context])
}

function lease(at: number): KubeObject {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'fitout-controller', namespace: 'fitout-system' },
    spec: {
      holderIdentity: 'ghost_1',
      leaseDurationSeconds: 15,
      renewTime: new Date(at).toISOString().replace('Z', '000Z'),
    },
  }
}
