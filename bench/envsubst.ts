import { processTemplate } from '../src/domain/envsubst/clusterctl/process-template.ts'
import { expand, lookupIn } from '../src/domain/envsubst/expand.ts'
import { fillScalars } from '../src/domain/envsubst/fill-scalars.ts'
import { substituteObject } from '../src/domain/envsubst/flux/substitute-object.ts'
import { compare } from './compare.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 20
const TIMES = 200
const work = { amount: TIMES, unit: 'evaluations' }

const variables = {
  CLUSTER_NAME: 'blue',
  POD_CIDR: '10.0.0.0/16',
  IMAGE: 'registry.example.com/karpenter/controller:v1.14.1',
  VERSION: 'v1.35.4',
  ROLE_ARN: 'arn:aws:iam::123456789012:role/karpenter',
}

const uses = [
  '${CLUSTER_NAME}',
  '${CLUSTER_REGION:=eu-central-1}',
  '${POD_CIDR}',
  '${IMAGE##*/}',
  '${CLUSTER_NAME^^}',
  '${VERSION#v}',
  '${LOG_LEVEL:-info}',
  '${ROLE_ARN//:/_}',
]

const manifest = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'controller', namespace: 'system', annotations: annotations(40) },
  spec: { template: { spec: { containers: [{ name: 'controller', env: settings(20) }] } } },
}
const text = JSON.stringify(manifest, undefined, 1)

/** Filling variables: once for every object of every cluster, whenever one of them changes. */
export const envsubst: Subject = {
  name: 'envsubst',
  summary: `20 variables of a manifest of ${(text.length / 1024).toFixed(0)} KB, ${TIMES} times, median of ${ROUNDS} runs`,
  measure: () =>
    compare(
      [
        // What a shell-like one-liner costs, which knows neither functions nor defaults nor escapes.
        { name: 'one regular expression', run: () => repeat(replaceNames) },
        { name: 'expand', work, run: () => repeat(() => expand(text, lookupIn(variables), 'strict')) },
        { name: 'fillScalars', work, run: () => repeat(() => fillScalars(manifest, lookupIn(variables))) },
        {
          name: 'processTemplate (clusterctl)',
          work,
          run: () => repeat(() => processTemplate(text, lookupIn(variables))),
        },
        { name: 'substituteObject (Flux)', work, run: () => repeat(substitute) },
      ],
      ROUNDS,
    ),
}

function repeat(work: () => unknown): void {
  for (let time = 0; time < TIMES; time++) work()
}

function replaceNames(): string {
  const lookup = lookupIn(variables)
  return text.replace(/\$\{(\w+)[^}]*\}/g, (_, name: string) => lookup(name) ?? '')
}

function substitute(): unknown {
  return substituteObject(
    manifest,
    { substitute: variables },
    { find: () => undefined, strictness: 'strict' },
  )
}

function annotations(count: number): Record<string, string> {
  const keys = Array.from({ length: count }, (_, index) => `example.com/annotation-${index}`)
  return Object.fromEntries(keys.map(key => [key, 'some words that say nothing in particular']))
}

function settings(count: number): { name: string; value: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `SETTING_${index}`,
    value: `prefix-${uses[index % uses.length]}-suffix`,
  }))
}
