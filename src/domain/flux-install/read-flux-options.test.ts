import { describe, expect, test } from 'vitest'
import { type FluxRequest, readFluxOptions } from './read-flux-options.ts'
import { readFluxVersion } from './read-flux-version.ts'

test('what is not asked for is as in flux install', () => {
  expect(readFluxOptions()).toEqual({
    components: ['source-controller', 'kustomize-controller', 'helm-controller', 'notification-controller'],
    namespace: 'flux-system',
    networkPolicy: true,
    registry: 'ghcr.io/fluxcd',
    imagePullSecret: undefined,
    tolerationKeys: [],
    logLevel: 'info',
    watchAllNamespaces: true,
    clusterDomain: 'cluster.local',
  })
})

test('all that is asked for is kept, and additional components follow the others', () => {
  const rest = {
    namespace: 'flux',
    networkPolicy: false,
    registry: 'mirror.test:5000/flux',
    imagePullSecret: 'regcred',
    tolerationKeys: ['node.test/flux'],
    logLevel: 'error',
    watchAllNamespaces: false,
    clusterDomain: 'k8s.test',
  }
  const request = { ...rest, components: ['source-controller'], componentsExtra: ['source-watcher'] }
  expect(readFluxOptions(request)).toEqual({ ...rest, components: ['source-controller', 'source-watcher'] })
})

const refused: readonly { name: string; request: FluxRequest; code?: string; message: RegExp }[] = [
  {
    name: 'a mistyped component',
    request: { components: ['source-controler'] },
    code: 'UNKNOWN_COMPONENT',
    message:
      /^cannot read option components of Flux: unknown component "source-controler"; did you mean "source-controller"\?$/,
  },
  {
    name: 'an unknown additional component',
    request: { componentsExtra: ['dashboard'] },
    code: 'UNKNOWN_COMPONENT',
    message:
      /option components-extra of Flux: unknown component "dashboard"; must be one of source-controller, /,
  },
  {
    name: 'a very long component',
    request: { components: ['x'.repeat(100_000)] },
    code: 'UNKNOWN_COMPONENT',
    message: /unknown component "x{60}…"; must be one of/,
  },
  {
    name: 'no components',
    request: { components: [] },
    message: /components of Flux: must have at least one entry$/,
  },
  {
    name: 'a component twice',
    request: { componentsExtra: ['helm-controller'] },
    message: /components-extra of Flux: "helm-controller" is already among the components$/,
  },
  {
    name: 'a namespace with a dot',
    request: { namespace: 'a.b' },
    message: /namespace of Flux: must not contain dots$/,
  },
  {
    name: 'an empty namespace',
    request: { namespace: '' },
    message: /namespace of Flux: a lowercase RFC 1123 label/,
  },
  { name: 'an empty registry', request: { registry: '' }, message: /registry of Flux: must not be empty$/ },
  {
    name: 'a registry that ends in a slash',
    request: { registry: 'ghcr.io/' },
    message: /must not begin or end with a slash/,
  },
  {
    name: 'a registry that begins with a slash',
    request: { registry: '/a' },
    message: /must not begin or end with a slash/,
  },
  { name: 'a registry with an empty part', request: { registry: 'a//b' }, message: /two in a row$/ },
  {
    name: 'a registry with a scheme',
    request: { registry: 'https://ghcr.io' },
    message: /must have no scheme/,
  },
  { name: 'a registry of two lines', request: { registry: 'a\nb' }, message: /must be a host and a path/ },
  {
    name: 'a pull secret with capitals',
    request: { imagePullSecret: 'A' },
    message: /image-pull-secret of Flux: a lowercase/,
  },
  {
    name: 'an empty toleration key',
    request: { tolerationKeys: [''] },
    message: /toleration-keys of Flux: name part must be non-empty/,
  },
  {
    name: 'an unknown log level',
    request: { logLevel: 'trace' },
    message: /log-level of Flux: must be one of debug, info, error, not "trace"$/,
  },
  {
    name: 'a domain that ends in a dot',
    request: { clusterDomain: 'cluster.local.' },
    message: /cluster-domain of Flux: a lowercase/,
  },
]
describe('refused with its reason:', () => {
  for (const { name, request, code = 'BAD_OPTION', message } of refused) {
    test(name, () => {
      expect(() => readFluxOptions(request)).toThrow(message)
      expect(() => readFluxOptions(request)).toThrow(expect.objectContaining({ code }))
    })
  }

  for (const version of [
    '',
    'latest',
    '2.9',
    'v',
    'vv2.9.4',
    '2.9.4+build',
    '02.9.4',
    '2.1.2',
    '3.0.0',
    '2.9.4-',
  ]) {
    test(`version "${version}"`, () => {
      expect(() => readFluxVersion(version)).toThrow(expect.objectContaining({ code: 'BAD_VERSION' }))
    })
  }
})

for (const version of ['2.9.4', 'v2.9.4']) {
  test(`version ${version} is written with a v`, () => expect(readFluxVersion(version).label).toBe('v2.9.4'))
}
