import type { Fields } from '../../src/domain/object/fields.ts'
import type { ResourceSetVerdict } from '../../src/domain/resource-set/judge-resource-set.ts'
import type { ResourceState } from '../../src/domain/resource-set/judge-resource.ts'
import type { Fact } from '../../src/domain/explain/explain-facts.ts'
import { KUSTOMIZATION, RELEASE } from './flux-samples.ts'
import { container, deployment, pod, refTo, type Sample, sample, says } from './sample-objects.ts'
import { type Situation, situation, type Trouble } from './situation.ts'

const web = deployment('shop/web')
const definition = sample('apiextensions.k8s.io/v1 CustomResourceDefinition', 'widgets.example.com', {})
const FLUX = ['helm.toolkit.fluxcd.io', 'kustomize.toolkit.fluxcd.io']
const ready = says('Ready=True Succeeded')

/** A step of which an object is not there, on a cluster with this. */
function gone(object: Sample, workload: readonly Sample[], holds: readonly string[] = []): Trouble {
  return {
    proof: [refTo(object)],
    state: 'Stuck',
    world: { workload: [sample('v1 Namespace', 'shop', {}), ...workload], serves: FLUX },
    facts: { resourceSets: applied(holds) },
  }
}

/** The set of the step, with a source that holds a namespace and these, and with more sources. */
function applied(
  holds: readonly string[],
  ...more: readonly ResourceState[]
): ReadonlyMap<string, Fact<ResourceSetVerdict>> {
  const resources: readonly ResourceState[] = [
    {
      state: 'applied',
      ref: { kind: 'ConfigMap', name: 'flux-1' },
      hash: 'sha256:1111',
      objects: ['/Namespace//shop', ...holds],
    },
    ...more,
  ]
  return new Map([
    ['flux', { kind: 'read', value: { verdict: 'applied', message: 'Applied 1 source', resources } }],
  ])
}

interface Inventory {
  readonly spec?: Fields
  /** What it has made besides a namespace. */
  readonly made?: string
}

function knowing(type: string, id: string, { spec = {}, made }: Inventory = {}): Sample {
  const entries = ['_shop__Namespace', ...(made === undefined ? [] : [made])].map(one => ({
    id: one,
    v: 'v1',
  }))
  return sample(type, id, { spec, status: { conditions: [ready], inventory: { entries } } })
}

function failed(type: string, id: string): Sample {
  return sample(type, id, { status: { conditions: [says('Ready=False BuildFailed', 'missing file')] } })
}

/** Objects that were there once, or never, by who would bring them. */
export const missingSituations: readonly Situation[] = [
  situation(
    'A Deployment that a ClusterResourceSet applied was deleted',
    'ObjectMissing',
    gone(web, [], ['apps/Deployment/shop/web']),
  ),
  situation('A source of the set has comments alone', 'ObjectMissing', {
    ...gone(web, []),
    facts: {
      resourceSets: applied([], {
        state: 'applied',
        ref: { kind: 'ConfigMap', name: 'web' },
        hash: 'sha256:2222',
        objects: [],
      }),
    },
  }),
  situation(
    'A user deleted the namespace of a Deployment that a ClusterResourceSet has applied',
    'ObjectMissing',
    { ...gone(web, [], ['apps/Deployment/shop/web']), world: { serves: FLUX } },
  ),
  situation(
    'A user deleted a Deployment that a Kustomization has applied',
    'ObjectMissing',
    gone(web, [knowing(KUSTOMIZATION, 'flux-system/apps', { made: 'shop_web_apps_Deployment' })]),
  ),
  situation(
    'A user deleted a Deployment that Helm has installed',
    'ObjectMissing',
    gone(web, [knowing(RELEASE, 'shop/web', { made: 'shop_web_apps_Deployment' })]),
  ),
  situation(
    'A user deleted a Deployment that Helm has installed and watches over',
    'ObjectMissing',
    gone(web, [
      knowing(RELEASE, 'shop/web', {
        spec: { driftDetection: { mode: 'enabled' } },
        made: 'shop_web_apps_Deployment',
      }),
    ]),
  ),
  situation(
    'A user deleted a Deployment, and the release that has installed it is suspended',
    'FluxSuspended',
    gone(web, [knowing(RELEASE, 'shop/web', { spec: { suspend: true }, made: 'shop_web_apps_Deployment' })]),
  ),
  situation(
    'A user deleted a definition that Helm has installed',
    'ObjectMissing',
    gone(definition, [
      knowing(RELEASE, 'shop/web', {
        made: '_widgets.example.com_apiextensions.k8s.io_CustomResourceDefinition',
      }),
    ]),
  ),
  situation(
    'A user deleted a Deployment, and the Kustomization that has applied it is suspended',
    'FluxSuspended',
    gone(web, [
      knowing(KUSTOMIZATION, 'flux-system/apps', {
        spec: { suspend: true },
        made: 'shop_web_apps_Deployment',
      }),
    ]),
  ),
  situation(
    'A Deployment is asked for that nothing delivers',
    'ObjectMissing',
    gone(web, [knowing(KUSTOMIZATION, 'flux-system/apps'), knowing(RELEASE, 'shop/api')]),
  ),
  situation(
    'A Deployment is asked for that nothing delivers, while a Kustomization of another team fails',
    'ObjectMissing',
    gone(web, [
      knowing(KUSTOMIZATION, 'shop/apps', {}),
      failed(KUSTOMIZATION, 'other/apps'),
      failed(RELEASE, 'other/web'),
    ]),
  ),
  situation(
    'A Deployment is asked for, and the Kustomization that the step brings for it fails',
    'KustomizationFailed',
    gone(
      web,
      [failed(KUSTOMIZATION, 'other/apps')],
      ['kustomize.toolkit.fluxcd.io/Kustomization/other/apps'],
    ),
  ),
  situation(
    'A Deployment is asked for, and a release does not say what it has made',
    'ObjectMissing',
    gone(web, [sample(RELEASE, 'shop/api', { status: { conditions: [ready] } })]),
  ),
  situation('The Secret of a container, which Helm installed, was deleted', 'ContainerConfigMissing', {
    ...gone(web, [
      web,
      knowing(RELEASE, 'shop/web', { made: 'shop_database__Secret' }),
      pod('shop/web-5d9-x', 'web', {
        status: {
          containerStatuses: [
            container('web', {
              state: {
                waiting: { reason: 'CreateContainerConfigError', message: 'secret "database" not found' },
              },
            }),
          ],
        },
      }),
    ]),
  }),
]
