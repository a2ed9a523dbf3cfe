import { ref } from '../../kube/kube-object.ts'
import type { BaseMaker } from '../base.ts'
import { deployment, packedBase, part, podNeeds } from './parts.ts'

/** A definition and an object of its kind. */
export const widget: BaseMaker = id => {
  const group = `${id}.example.com`
  return packedBase({
    name: 'widget',
    id,
    parts: [
      part('pack', {
        ...ref('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `widgets.${group}`),
        spec: {
          group,
          scope: 'Namespaced',
          names: { kind: 'Widget', plural: 'widgets', singular: 'widget' },
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: {
                openAPIV3Schema: {
                  type: 'object',
                  properties: {
                    spec: {
                      type: 'object',
                      required: ['size'],
                      properties: { size: { type: 'integer', minimum: 1 } },
                    },
                  },
                },
              },
            },
          ],
        },
      }),
      part('pack', { ...ref(`${group}/v1`, 'Widget', `${id}/large`), spec: { size: 3 } }),
    ],
    wants: [
      ref('apiextensions.k8s.io/v1', 'CustomResourceDefinition', `widgets.${group}`),
      ref(`${group}/v1`, 'Widget', `${id}/large`),
    ],
  })
}

/** An aggregated API that a server outside of the cluster serves. */
export const metrics: BaseMaker = (id, { https }) =>
  packedBase({
    name: 'metrics',
    id,
    parts: [
      part('pack', {
        ...ref('v1', 'Service', `${id}/metrics`),
        spec: { type: 'ExternalName', externalName: 'localhost', ports: [{ port: https.port }] },
      }),
      part('pack', {
        ...ref('apiregistration.k8s.io/v1', 'APIService', `v1.${id}.metrics.example.com`),
        spec: {
          group: `${id}.metrics.example.com`,
          version: 'v1',
          groupPriorityMinimum: 100,
          versionPriority: 100,
          insecureSkipTLSVerify: true,
          service: { name: 'metrics', namespace: id, port: https.port },
        },
      }),
    ],
    wants: [ref('apiregistration.k8s.io/v1', 'APIService', `v1.${id}.metrics.example.com`)],
  })

/** A webhook that looks at every pod of the namespace, and a Deployment. */
export const guard: BaseMaker = (id, { https }) =>
  packedBase({
    name: 'guard',
    id,
    parts: [
      part('pack', {
        ...ref('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', `${id}-guard`),
        webhooks: [
          {
            name: `guard.${id}.example.com`,
            clientConfig: {
              url: `https://localhost:${https.port}/admit`,
              caBundle: Buffer.from(https.ca).toString('base64'),
            },
            rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
            namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': id } },
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
            failurePolicy: 'Fail',
            timeoutSeconds: 2,
          },
        ],
      }),
      ...podNeeds(id).map(object => part('pack', object)),
      part('pack', deployment(id, 'web')),
    ],
    wants: [ref('apps/v1', 'Deployment', `${id}/web`)],
  })
