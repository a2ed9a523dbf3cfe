import { rmSync } from 'node:fs'
import { readLintRepository } from '../../src/domain/lint/model/lint-repository.ts'
import { draftRepository } from '../../src/scaffold/draft/draft-repository.ts'
import type { ClassListResponse } from '../../src/server/api/class-response.ts'
import { FleetScene } from '../cli/fleet-scene.ts'
import { ago } from '../domain/sample-snapshot.ts'

const sampleClass = `apiVersion: cluster.x-k8s.io/v1beta2
kind: ClusterClass
metadata: {name: eks-v3}
spec:
  controlPlane: {machineInfrastructure: {templateRef: {kind: AWSMachineTemplate}}}
  workers: {machineDeployments: [{class: default}]}
  variables:
  - name: region
    required: true
    schema: {openAPIV3Schema: {type: string, description: Region of the cloud., enum: [eu-central-1, eu-west-1, eu-west-2, us-east-1, us-east-2, us-west-2]}}
  - name: tier
    required: false
    schema: {openAPIV3Schema: {type: string, enum: [small, large], default: small}}
  - name: podCIDR
    required: false
    schema: {openAPIV3Schema: {type: string, description: Range of addresses for pods., example: 10.8.0.0/16}}
  - name: nodes
    required: false
    schema: {openAPIV3Schema: {type: integer, minimum: 1, maximum: 50, x-kubernetes-validations: [{rule: self % 2 == 1, message: must be odd}]}}
  - name: privateEndpoint
    required: false
    schema: {openAPIV3Schema: {type: boolean, default: true, description: The API server has no public address.}}
  - name: zones
    required: false
    schema: {openAPIV3Schema: {type: array, items: {type: string}}}
  - name: tags
    required: false
    schema: {openAPIV3Schema: {type: object, additionalProperties: {type: string}, x-metadata: {annotations: {fitout.dev/ui-advanced: "true"}}}}
  - name: network
    required: false
    schema: {openAPIV3Schema: {type: object, properties: {vpc: {type: string, description: Name of the VPC.}, natGateways: {type: integer}}, x-metadata: {annotations: {fitout.dev/ui-group: Network}}}}
  - name: adminPassword
    required: false
    schema: {openAPIV3Schema: {type: string, format: password}}
`

const smallClass = `apiVersion: cluster.x-k8s.io/v1beta2
kind: ClusterClass
metadata: {name: kind}
spec:
  variables:
  - {name: region, required: false, schema: {openAPIV3Schema: {type: string}}}
`

/** For tests: what \`classes\` answers for a repository that Fitout wrote, with two classes and a cluster. */
export async function classesAnswer(): Promise<ClassListResponse> {
  const scene = await FleetScene.withRepository()
  try {
    const folder = 'infrastructure/control-plane-cluster/classes'
    await scene.given({ [`${folder}/eks.yaml`]: sampleClass, [`${folder}/kind.yaml`]: smallClass })
    await scene.run(
      'cluster new blue --env dev --class eks-v3 --set region=eu-west-1 --set podCIDR=10.0.0.0/16',
    )
    const texts = await scene.files()
    const base = draftRepository(
      readLintRepository({ texts, paths: new Set(texts.keys()), isWhole: true }),
      [],
    )
    if (base === undefined) throw new Error('the repository has a fitout.yaml')
    return {
      asOf: ago(0),
      base,
      commit: '9f31c2e',
      took: { 'dev/default': 660_000, 'prod/default': 660_000 },
    }
  } finally {
    rmSync(scene.folder, { recursive: true })
  }
}
