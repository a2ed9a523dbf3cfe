import {
  array,
  assert,
  bigInt,
  boolean,
  constant,
  constantFrom,
  dictionary,
  integer,
  letrec,
  nat,
  oneof,
  property,
  string,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FluxManifest } from '../envsubst/flux/manifest.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import { withValueAt } from './edit-manifest.ts'
import { installFlux } from './install-flux.ts'
import { readFluxOptions } from './read-flux-options.ts'
import {
  aController,
  aManifest,
  sampleRelease,
  titleOf,
  withMinor,
  withTexts,
} from '#test/domain/sample-release.ts'

const components = ['source-controller', 'kustomize-controller', 'notification-controller']
const args = ['--events-addr=', '--watch-all-namespaces', '--log-level=info', '--storage-adv-addr=']
const bad: readonly {
  name: string
  given: readonly YamlValue[]
  code: string
  index?: number
  reason: string
}[] = [
  {
    name: 'nothing',
    given: [],
    code: 'NOT_FLUX',
    reason: 'no object is labelled as a component of Flux; give install.yaml of a release',
  },
  {
    name: 'something else',
    given: [aManifest('ConfigMap', 'a', {})],
    code: 'NOT_FLUX',
    reason: 'no object is labelled as a component of Flux; give install.yaml of a release',
  },
  { name: 'a string', given: ['a'], index: 0, code: 'BAD_OBJECT', reason: 'object 1 is not a mapping' },
  {
    name: 'an object without a name',
    given: [{ kind: 'Service', metadata: {} }],
    index: 0,
    code: 'BAD_OBJECT',
    reason: 'object 1 has no kind or no name',
  },
  {
    name: 'an object of another owner',
    given: [...sampleRelease(), aManifest('ConfigMap', 'mine', {})],
    index: 11,
    code: 'UNEXPECTED_OBJECT',
    reason: 'ConfigMap mine is not part of a Flux release',
  },
  {
    name: 'a release without a component',
    given: without('Deployment source-controller'),
    code: 'MISSING_PART',
    reason: 'they contain no Deployment of source-controller',
  },
  {
    name: 'a release without policies',
    given: without('NetworkPolicy allow-egress'),
    code: 'MISSING_PART',
    reason: 'they contain no network policies',
  },
  {
    name: 'components alone',
    given: sampleRelease().filter(object => !/Cluster|Quota/.test(titleOf(object))),
    code: 'MISSING_PART',
    reason: 'they contain no roles',
  },
  {
    name: 'a controller without an argument',
    given: replaced(aController('source-controller', 'v1.9.4', args.slice(1))),
    index: 10,
    code: 'MISSING_ARGUMENT',
    reason: 'Deployment source-controller has no argument --events-addr',
  },
  {
    name: 'a controller with an argument of a longer name',
    given: replaced(aController('source-controller', 'v1.9.4', ['--events-addresses=', ...args.slice(1)])),
    index: 10,
    code: 'MISSING_ARGUMENT',
    reason: 'Deployment source-controller has no argument --events-addr',
  },
  {
    name: 'a controller of another image',
    given: replaced(aController('source-controller', 'v1.9.4', args), 'source-controller-x:v1'),
    index: 10,
    code: 'BAD_OBJECT',
    reason: 'Deployment source-controller has no image of source-controller with a tag',
  },
  {
    name: 'a Deployment without containers',
    given: replaced(aManifest('Deployment', 'source-controller', { component: 'source-controller' })),
    index: 10,
    code: 'BAD_OBJECT',
    reason: 'Deployment source-controller has no container',
  },
  {
    name: 'images of another release',
    given: withMinor(sampleRelease(), '8'),
    code: 'WRONG_VERSION',
    reason: 'the images are those of Flux 2.8, not of v2.9.4',
  },
  {
    name: 'the installation of another version',
    given: installFlux(sampleRelease(), '2.9.3', readFluxOptions({ components })),
    index: 0,
    code: 'WRONG_VERSION',
    reason: 'Namespace flux-system is of Flux v2.9.3, as its label says, not of v2.9.4',
  },
]
describe('refused with its reason:', () => {
  for (const { name, given, code, reason, index } of bad) {
    test(name, () => {
      expect(() => installFlux(given, '2.9.4', readFluxOptions({ components }))).toThrow(
        expect.objectContaining({ code, reason, index, message: `cannot read Flux manifests: ${reason}` }),
      )
    })
  }
})

const places = [
  [],
  ['kind'],
  ['metadata'],
  ['metadata', 'name'],
  ['metadata', 'labels'],
  ['metadata', 'labels', 'app.kubernetes.io/component'],
  ['metadata', 'labels', 'app.kubernetes.io/version'],
  ['roleRef'],
  ['subjects'],
  ['spec'],
  ['spec', 'template'],
  ['spec', 'template', 'metadata'],
  ['spec', 'template', 'spec', 'nodeSelector'],
  ['spec', 'template', 'spec', 'containers'],
]
const anyValue = letrec<{ value: YamlValue }>(again => ({
  value: oneof(
    { depthSize: 'small' },
    constant(null),
    string(),
    integer(),
    bigInt(),
    boolean(),
    array(again('value')),
    dictionary(constantFrom('name', 'image', 'args', 'namespace', '__proto__'), again('value')),
  ),
})).value

test('whatever stands in any place, it is installed or refused with a reason on one line', () => {
  const release = sampleRelease('install.yaml')
  const anyIndex = nat(release.length - 1)
  assert(
    property(anyIndex, constantFrom(...places), anyValue, (index, [first, ...rest], value) => {
      const edit = (object: FluxManifest) =>
        first === undefined ? value : withValueAt(object, [first, ...rest], value)
      const given = release.map((object, at) => (at === index ? edit(object) : object))
      expect(problemOf(() => installFlux(given, '2.9.4', readFluxOptions({ components })))).toMatch(
        /^(FluxInstallError: .*)?$/,
      )
    }),
    { numRuns: 500 },
  )
})

function problemOf(work: () => unknown): string {
  try {
    work()
    return ''
  } catch (error) {
    return String(error)
  }
}

function without(title: string): readonly FluxManifest[] {
  return sampleRelease().filter(object => titleOf(object) !== title)
}

function replaced(deployment: FluxManifest, image?: string): readonly FluxManifest[] {
  const edit = (text: string) => (image === undefined ? text : text.replace(/^fluxcd\/.*/, `fluxcd/${image}`))
  return [...without(titleOf(deployment)), withTexts(deployment, edit)]
}
