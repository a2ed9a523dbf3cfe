import { beforeAll, expect, test } from 'vitest'
import { substituteObject } from '../../src/domain/envsubst/flux/substitute-object.ts'
import { readGoYaml } from '../../src/domain/yaml/read-go-yaml.ts'
import { condition, hasCondition } from '../kube/conditions.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab, LabCluster } from '../lab.ts'
import { sharedFlux, sharedLab } from './shared-lab.ts'

// The same templates go through our rules and through the real kustomize-controller, which is strict by default.
let lab: Lab
let blue: LabCluster

const variables = {
  name: 'blue',
  region: 'eu-west-1',
  empty: '',
  number: '8080',
  path: 'a/b/a/b',
  word: 'Cluster',
}

// What stands behind a key of a ConfigMap's data, in a file.
const cases: Readonly<Record<string, string>> = {
  plain: '"${name}"',
  'inside-text': '"arn:aws:iam::1:role/${name}-${region}"',
  'not-set': '"<${nothing}>"',
  'default-of-unset': '"${nothing:-fallback}"',
  'default-of-empty': '"${empty:-fallback}"',
  'default-without-colon': '"${empty-fallback}"',
  'equals-default': '"${nothing:=fallback}"',
  'nested-default': '"${nothing:-${name}}"',
  escaped: '"$${name}"',
  'escaped-unset': '"$${nothing:-x}"',
  'dollar-alone': '"cost: 5$ or $name"',
  upper: '"${name^^}"',
  lower: '"${word,,}"',
  'first-upper': '"${name^}"',
  'first-lower': '"${word,}"',
  length: '"x${#region}x"',
  substring: '"${region:3}"',
  'substring-length': '"${region:3:4}"',
  'replace-first': '"${path/a/x}"',
  'replace-all': '"${path//a/x}"',
  'trim-prefix': '"${path#*/}"',
  'trim-longest-prefix': '"${path##*/}"',
  'trim-suffix': '"${path%/*}"',
  'trim-longest-suffix': '"${path%%/*}"',
  'number-stays-text-in-quotes': '"${number}"',
  'block-text': '|\n    first ${name}\n    second ${region}',
  'a-colon-in-text': '"url: http://${name}:${number}/"',
  'becomes-a-number': '${number}',
  'is-not-closed': '"${name"',
  'has-a-bad-function': '"${name@}"',
  'has-a-name-with-a-dash': '"${my-name}"',
}

beforeAll(async () => {
  lab = sharedLab()
  blue = await sharedFlux('blue')
  const files = Object.entries(cases).map(([name, template]) => [
    `${name}/config-map.yaml`,
    manifest(name, template),
  ])
  await lab.git.commit('templates', Object.fromEntries(files))
  const { api } = blue.controlPlane
  const repository = await api.apply(source(lab.git.url('templates')))
  await until('the templates are fetched', async () =>
    hasCondition(await api.get(repository), 'Ready', 'True'),
  )
  for (const name of Object.keys(cases)) await api.apply(kustomization(name))
})

test.for(Object.entries(cases))('%s: Flux makes of it what our rules say', async ([name, template]) => {
  const { status, message } = await untilJudged(name)
  const want = predicted(name, template)
  expect(status, message).toBe(want === undefined ? 'False' : 'True')
  expect((await blue.controlPlane.api.find(ref('v1', 'ConfigMap', `default/${name}`)))?.['data']).toEqual(
    want,
  )
})

// The data that the ConfigMap gets, or undefined when Flux refuses, or the API server takes no such ConfigMap.
function predicted(name: string, template: string): unknown {
  try {
    const object = readGoYaml(manifest(name, template)) as Parameters<typeof substituteObject>[0]
    const options = { find: () => undefined, strictness: 'strict' } as const
    const result = substituteObject(object, { substitute: variables }, options)
    const data = result.outcome === 'substituted' ? (result.object['data'] as object) : {}
    return typeof Object.values(data)[0] === 'string' ? data : undefined
  } catch {
    return undefined
  }
}

function manifest(name: string, template: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: default\ndata:\n  text: ${template}\n`
}

async function untilJudged(name: string) {
  return until(`Kustomization ${name} is judged`, async () => {
    const object = await blue.controlPlane.api.get(
      ref('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', `default/${name}`),
    )
    const ready = condition(object, 'Ready')
    return ready && ready.status !== 'Unknown' && ready
  })
}

function source(url: string): KubeObject {
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: { name: 'templates', namespace: 'default' },
    spec: { interval: '10m', url, ref: { branch: 'main' } },
  }
}

function kustomization(name: string): KubeObject {
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace: 'default' },
    spec: {
      interval: '10m',
      retryInterval: '10m',
      wait: false,
      prune: true,
      path: `./${name}`,
      sourceRef: { kind: 'GitRepository', name: 'templates' },
      postBuild: { substitute: variables },
    },
  }
}
