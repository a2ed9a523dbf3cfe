import { expect, test } from 'vitest'
import { checkKinds } from './check-kinds.ts'
import {
  withFuture,
  withStored,
  withoutPreset,
  withoutTimeout,
} from '#test/domain/sample-broken-installation.ts'
import { read, sampleCrds, sampleFacts } from '#test/domain/sample-installation.ts'

const broken = [
  {
    name: 'no CRDs',
    crds: [],
    message: 'CustomResourceDefinition fitouts.fitout.dev is missing',
    next: 'fitout install',
  },
  {
    name: 'old CRDs',
    crds: sampleCrds().map(withoutTimeout),
    message: 'CustomResourceDefinition fitouts.fitout.dev is of another version: it lacks spec.steps.timeout',
    next: 'fitout install',
  },
  {
    name: 'CRDs that lack a word',
    crds: sampleCrds().map(withoutPreset('vpc-cni')),
    message:
      'CustomResourceDefinition fitouts.fitout.dev is of another version: it lacks spec.steps.proof.preset=vpc-cni',
    next: 'fitout install',
  },
  {
    name: 'CRDs of a newer version',
    crds: sampleCrds().map(withFuture),
    result: 'warning',
    message:
      'CustomResourceDefinition fitouts.fitout.dev is newer than this command: it also has spec.future',
    next: 'use the fitout command of the same version as the controller',
  },
  {
    name: 'CRDs that are not established',
    crds: sampleCrds().map(crd => ({ ...crd, status: {} })),
    message: 'CustomResourceDefinition fitouts.fitout.dev is not established',
    next: 'kubectl describe crd fitouts.fitout.dev',
  },
  {
    name: 'objects stored in a version that is gone',
    crds: sampleCrds().map(withStored('v1alpha0')),
    message:
      'CustomResourceDefinition fitouts.fitout.dev has objects stored as v1alpha0, a version that it no longer has',
    next: 'fitout install',
  },
]

test.for(broken)(
  'What is wrong with kinds is named with its fix: $name',
  ({ crds, result = 'failed', message, next }) => {
    expect(checkKinds(sampleFacts({ crds: read(crds) }))).toEqual({ check: 'kinds', result, message, next })
  },
)
