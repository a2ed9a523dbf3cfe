import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../engine/api/api-error.ts'
import type { Api } from '../../engine/api/api.ts'
import { sampleFleet } from '#test/simulator/sample-fleet.ts'
import type { SimulatedFleet } from '../../simulator/fleet/simulated-fleet.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import { transcript } from '#test/cli/sample-transcript.ts'
import { runOn, sampleWorld, way } from '#test/cli/sample-world.ts'
import { runCheck } from './run-check.ts'
import { type InstallFlags, runInstall } from './run-install.ts'
import { type UninstallFlags, runUninstall } from './run-uninstall.ts'
import { runVersion } from './run-version.ts'
import { endPods, runController } from '#test/cli/sample-management.ts'

const golden = '../../../test/golden/cli'
const usual: InstallFlags = {
  ...way,
  image: 'registry.example/fitout:0.1.0',
  namespaces: undefined,
  values: undefined,
  set: undefined,
  export: false,
  'dry-run': false,
  wait: 'false',
  timeout: '1m',
}
const removal: UninstallFlags = { ...way, yes: false, 'close-gates': false, crds: false, timeout: '1m' }

let fleet: SimulatedFleet
beforeEach(async () => {
  ;({ fleet } = sampleFleet(1, { seed: 1 }))
  await fleet.clock.advance(1_000)
})
afterEach(() => fleet.stop())

type Run = (setting: CommandSetting) => ReturnType<typeof runCheck>

const installing =
  (flags: Partial<InstallFlags> = {}): Run =>
  setting =>
    runInstall({ ...usual, ...flags }, setting)
const removing =
  (flags: Partial<UninstallFlags> = {}): Run =>
  setting =>
    runUninstall({ ...removal, ...flags }, setting)
const checking: Run = setting => runCheck({ ...way, output: 'text' }, setting)

function said(typed: string, run: Run, management?: (api: Api) => Api): Promise<string> {
  const world = management ? { world: sampleWorld(fleet, { management }) } : {}
  return transcript(typed, io => runOn(fleet, run, { io, ...world }))
}

describe('An installation', () => {
  test('is applied, runs, is checked, is not changed by a second run, and is removed', async () => {
    const typed = 'fitout install --image registry.example/fitout:0.1.0'
    const first = await said(`${typed} --dry-run`, installing({ 'dry-run': true }))
    const second = await said(`${typed} --wait=false`, installing())
    await runController(fleet)
    const third = await said(typed, installing({ wait: 'true' }))
    const checked = await said('fitout check', checking)
    const version = await said('fitout version', setting =>
      runVersion({ ...way, client: false, output: 'text' }, setting),
    )
    const removed = await said('fitout uninstall', removing())
    await expect([first, second, third, checked, version, removed].join('\n')).toMatchFileSnapshot(
      `${golden}/install.txt`,
    )
  })

  test('that does not run in time says what it waits for', async () => {
    await expect(await said('fitout install --timeout 1m', installing({ wait: 'true' }))).toMatchFileSnapshot(
      `${golden}/install-timeout.txt`,
    )
  })

  test('with other values is changed, and what is not wanted any more goes', async () => {
    await said('fitout install', installing())
    const text = await said('fitout install --namespaces default', installing({ namespaces: 'default' }))
    expect(text.split('\n').filter(line => /^(created|configured|deleted)/.test(line))).toEqual([
      'created RoleBinding default/fitout-controller',
      'created RoleBinding default/fitout-management-proofs',
      'configured Deployment fitout-system/fitout-controller',
      'deleted ClusterRoleBinding fitout-controller',
      'deleted ClusterRoleBinding fitout-management-proofs',
    ])
  })

  test('is exported without a cluster, as it would be applied', async () => {
    const text = await said('fitout install --export', installing({ export: true }))
    expect(text.match(/^kind: .*$/gm)).toHaveLength(17)
    expect(text).toContain('image: registry.example/fitout:0.1.0')
  })
})

describe('An installation is refused', () => {
  const cases: readonly {
    name: string
    flags?: Partial<InstallFlags>
    management?: (api: Api) => Api
    want: string
  }[] = [
    {
      name: 'without an image',
      flags: { image: undefined },
      want: `> error: no image is known: this build of fitout is not a release
> fix: give --image with the registry, the repository and the tag
(exit 2)`,
    },
    {
      name: 'with a console that nobody could log in to',
      flags: { set: 'console.enabled=true' },
      want: `> error: cannot install the console without console.publicUrl and console.oidc.issuerUrl
> fix: set them with --set or --values: docs/guides/console-login.md
(exit 2)`,
    },
    {
      name: 'with a value that does not exist',
      flags: { set: 'replica=3' },
      want: `> error: cannot read the values: values: Unrecognized key: "replica"
> fix: docs/guides/install.md lists the values
(exit 2)`,
    },
    {
      name: 'without the permission, before anything is written',
      management: forbids('ClusterRole'),
      want: `> error: cannot install Fitout; nothing was changed:
>   ClusterRole fitout-controller: you are not allowed to apply it
>   ClusterRole fitout-management-proofs: you are not allowed to apply it
> fix: ask an administrator of the management cluster to install Fitout
(exit 4)`,
    },
    {
      name: 'without Cluster API',
      management: api => ({
        ...api,
        discover: async apiVersion => {
          throw new ApiError('NotServed', { call: `discover ${apiVersion}` })
        },
      }),
      want: `> error: cannot install Fitout: the management cluster does not meet the requirements
(exit 1)`,
    },
    {
      name: 'with monitoring where nobody serves its kinds',
      flags: { set: 'monitoring.enabled=true' },
      want: `> error: cannot install Fitout; nothing was changed:
>   PodMonitor fitout-system/fitout-controller: the server does not serve PodMonitor of monitoring.coreos.com/v1
>   PrometheusRule fitout-system/fitout: the server does not serve PrometheusRule of monitoring.coreos.com/v1
(exit 1)`,
    },
  ]
  test.for(cases)('$name', async ({ flags = {}, management, want }) => {
    expect(await said('fitout install', installing(flags), management)).toContain(want)
  })

  test('beside another one', async () => {
    await said('fitout install', installing())
    expect(await said('fitout install -n other', installing({ namespace: 'other' }))).toContain(
      `> error: cannot install Fitout: Deployment fitout-system/fitout-controller is another installation on this cluster
> try: fitout uninstall --namespace fitout-system
(exit 1)`,
    )
  })

  test('over one of Helm', async () => {
    await said('fitout install', installing())
    await fleet.management.api('helm').apply(
      { group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', scope: 'Namespaced' },
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: {
          name: 'fitout-controller',
          namespace: 'fitout-system',
          annotations: { 'meta.helm.sh/release-name': 'fitout' },
        },
      },
      { fieldManager: 'helm' },
    )
    const want = '> error: cannot %s Fitout: it is installed by Helm, as release "fitout"'
    expect(await said('fitout install', installing())).toContain(want.replace('%s', 'install'))
    expect(await said('fitout uninstall', removing())).toContain(want.replace('%s', 'uninstall'))
  })
})

describe('A removal', () => {
  test('takes away what it said, and leaves the rest', async () => {
    await said('fitout install', installing())
    await runController(fleet)
    endPods(fleet)
    await expect(await said('fitout uninstall --yes', removing({ yes: true }))).toMatchFileSnapshot(
      `${golden}/uninstall.txt`,
    )
    expect(await said('fitout uninstall', removing())).toContain('Fitout is not installed in namespace')
  })

  test('closes no gates while no controller runs', async () => {
    await said('fitout install', installing())
    expect(await said('fitout uninstall', removing({ yes: true, 'close-gates': true }))).toContain(
      '> error: cannot close the gates: no controller runs; nothing was removed',
    )
  })
})

function forbids(kind: string): (api: Api) => Api {
  return api => ({
    ...api,
    apply: async (resource, object, call) => {
      if (resource.kind === kind) throw new ApiError('Forbidden', { call: `apply ${kind}` })
      return api.apply(resource, object, call)
    },
  })
}
