import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PRESETS } from '../../api/api-names.ts'
import { scanVariables } from '../../envsubst/scan-variables.ts'
import { aProof } from '#test/domain/sample-proof.ts'
import { describePreset } from './describe-preset.ts'
import type { Preset, PresetObject } from './preset.ts'
import { type PresetName, presets } from './presets.ts'

describe('Every preset', () => {
  test('stands under the name that the API gives it, in that order', () => {
    expect(Object.keys(presets)).toEqual(PRESETS)
  })

  for (const name of PRESETS) {
    const preset: Preset = presets[name]
    test(`${name} uses settings that it has, and no others`, () => {
      const known = new Set(
        Object.entries(preset.settings).flatMap(([setting, { type }]) => variablesOf(setting, type)),
      )
      expect(preset.objects.flatMap(usedBy).filter(used => !known.has(used))).toEqual([])
    })

    test(`${name} goes through lists only`, () => {
      const types = preset.objects.flatMap(({ forEach }) => (forEach ? [preset.settings[forEach]?.type] : []))
      expect(types.filter(type => type !== 'names')).toEqual([])
    })
  }
})

function variablesOf(name: string, type: string): readonly string[] {
  return type === 'reference'
    ? [name, ...['kind', 'name', 'namespace'].map(part => `${name}_${part}`)]
    : [name]
}

function usedBy({ kind, namespace = '', name = '', forEach, when }: PresetObject): readonly string[] {
  const inTexts = [kind, namespace, name].flatMap(text => scanVariables(text).map(variable => variable.name))
  return [
    ...inTexts.filter(variable => variable !== 'item' || forEach === undefined),
    ...(forEach === undefined ? [] : [forEach]),
    ...(when ? [when.setting] : []),
  ]
}

describe('With these settings', () => {
  interface Case {
    readonly preset: PresetName
    readonly with?: Readonly<Record<string, unknown>>
    readonly want: readonly string[]
  }
  const cases: readonly Case[] = [
    { preset: 'coredns', want: ['Deployment kube-system/k8s-app=kube-dns', 'Service kube-system/kube-dns'] },
    {
      preset: 'coredns',
      with: { namespace: 'dns', deployment: 'dns-server', service: 'dns' },
      want: ['Deployment dns/dns-server', 'Service dns/dns'],
    },
    {
      preset: 'calico',
      want: ['DaemonSet kube-system/calico-node', 'Deployment kube-system/calico-kube-controllers'],
    },
    {
      preset: 'calico',
      with: { install: 'operator' },
      want: [
        'CustomResourceDefinition tigerastatuses.operator.tigera.io',
        'Deployment tigera-operator/tigera-operator',
        'TigeraStatus calico',
        'DaemonSet calico-system/calico-node',
        'Deployment calico-system/calico-kube-controllers',
      ],
    },
    {
      preset: 'cilium',
      with: { namespace: 'cilium' },
      want: [
        'Deployment cilium/cilium-operator',
        'CustomResourceDefinition ciliumnodes.cilium.io',
        'DaemonSet cilium/cilium',
      ],
    },
    {
      preset: 'flux',
      with: {
        components: ['helm-controller', 'kustomize-controller', 'helm-controller'],
        namespace: 'gitops',
      },
      want: [
        'Namespace gitops',
        'CustomResourceDefinition kustomizations.kustomize.toolkit.fluxcd.io',
        'CustomResourceDefinition helmreleases.helm.toolkit.fluxcd.io',
        'Deployment gitops/helm-controller',
        'Deployment gitops/kustomize-controller',
      ],
    },
    { preset: 'helm-release', with: { name: 'a', namespace: 'b' }, want: ['HelmRelease b/a'] },
    {
      preset: 'karpenter',
      want: [
        'CustomResourceDefinition nodepools.karpenter.sh',
        'CustomResourceDefinition nodeclaims.karpenter.sh',
        'Deployment karpenter/karpenter',
      ],
    },
    {
      preset: 'karpenter',
      with: {
        namespace: 'kube-system',
        deployment: 'karpenter-kwok',
        source: { kind: 'OCIRepository', name: 'charts', namespace: 'flux-system' },
        helmRelease: { name: '${CLUSTER_NAME}-karpenter' },
        nodePools: ['default', 'gpu'],
        node: true,
      },
      want: [
        'OCIRepository flux-system/charts',
        'HelmRelease kube-system/blue-karpenter',
        'CustomResourceDefinition nodepools.karpenter.sh',
        'CustomResourceDefinition nodeclaims.karpenter.sh',
        'Deployment kube-system/karpenter-kwok',
        'NodePool default',
        'NodePool gpu',
        'Node karpenter.sh/nodepool',
      ],
    },
  ]
  for (const { preset, with: settings, want } of cases) {
    test(`${preset} ${JSON.stringify(settings ?? {})} asks for its objects`, () => {
      const { objects } = aProof({ preset, ...(settings ? { with: settings } : {}) })
      const refs = objects.map(({ kind, namespace, target }) => {
        const name = target.by === 'name' ? target.name : target.text
        return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
      })
      expect(refs).toEqual(want)
    })
  }

  test('flux asks for the four controllers that it installs by default', () => {
    const deployments = aProof({ preset: 'flux' }).objects.filter(({ kind }) => kind === 'Deployment')
    expect(deployments.map(({ target }) => target)).toEqual(
      ['source-controller', 'kustomize-controller', 'helm-controller', 'notification-controller'].map(
        name => ({
          by: 'name',
          name,
        }),
      ),
    )
  })
})

// What fails here prints the rows as they must stand in the page.
describe('The page of presets shows them as they are', () => {
  const page = readFileSync('docs/reference/presets.md', 'utf8')

  test('all of them, in order', () => {
    expect([...page.matchAll(/^## `(.*)`$/gm)].map(([, name]) => name)).toEqual(PRESETS)
  })

  for (const name of PRESETS) {
    test(name, () => {
      const [, section = ''] = page.split(`## \`${name}\`\n`)
      const [own = ''] = section.split(/^## /m)
      const { proves, settings, objects } = describePreset(presets[name])
      const rows = [
        ...settings.map(setting => row([setting.name, setting.type, setting.default, setting.about])),
        ...objects.map(({ object, apiVersion, must, when }) => row([object, apiVersion, must, when])),
      ]
      const shown = own
        .split('\n')
        .filter(line => line.startsWith('|') && !/^\|(---|with|object)/.test(line.replaceAll(' ', '')))
      expect([own.split('\n')[1], ...shown]).toEqual([proves, ...rows])
    })
  }
})

function row([first, second, third, last]: readonly [string, string, string, string]): string {
  const cells = [code(first), second, code(third), last]
  return `|${cells.map(cell => (cell === '' ? ' |' : ` ${cell.replaceAll('|', '\\|')} |`)).join('')}`
}

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``
}
