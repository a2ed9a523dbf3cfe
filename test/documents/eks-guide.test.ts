import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeDocuments } from '../../src/domain/yaml/document/join-documents.ts'
import { workloadObject } from '../../src/simulator/fleet/add-on-objects.ts'
import { fileOf } from '../simulator/sample-files.ts'
import { runGuide } from './run-guide.ts'
import { shellBlocks } from './shell-blocks.ts'
import { wholeFluxRelease } from './whole-flux-release.ts'

const namespace = 'kube-system'
const image = 'example.com/driver:1.0.0'

const eniConfigs = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'eniconfigs.crd.k8s.amazonaws.com' },
  spec: {
    group: 'crd.k8s.amazonaws.com',
    scope: 'Cluster',
    names: { kind: 'ENIConfig', plural: 'eniconfigs' },
    versions: [
      { name: 'v1alpha1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
    ],
  },
}
const driver = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSIDriver',
  metadata: { name: 'ebs.csi.aws.com' },
  spec: {},
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-eks-'))
  const manifests = join(folder, 'work/manifests')
  await mkdir(manifests, { recursive: true })
  // What the charts print and the reader downloads, cut down to what is proven.
  const cni = [eniConfigs, workloadObject('DaemonSet', { namespace, name: 'aws-node', image })]
  const csi = [
    driver,
    workloadObject('Deployment', { namespace, name: 'ebs-csi-controller', image }),
    workloadObject('DaemonSet', { namespace, name: 'ebs-csi-node', image }),
  ]
  await writeFile(join(manifests, 'vpc-cni.yaml'), fileOf('', cni).text)
  await writeFile(join(manifests, 'ebs-csi.yaml'), fileOf('', csi).text)
  await writeFile(join(manifests, 'flux-2.9.4.yaml'), writeDocuments(wholeFluxRelease()))
})
afterAll(async () => rm(folder, { recursive: true }))

test('The plan of the EKS guide gets a simulated cluster ready', async () => {
  const blocks = await shellBlocks('docs/guides/eks.md')
  const printed = await runGuide(
    blocks.map(commands => ({ commands, output: undefined })),
    folder,
  )
  expect(printed.at(-1)).toContain('1 of 1')
})
