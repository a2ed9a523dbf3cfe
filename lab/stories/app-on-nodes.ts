/** An application that runs on a node of Karpenter only, and needs one more. */
export const appOnNodes = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'another', namespace: 'default' },
  spec: {
    selector: { matchLabels: { app: 'another' } },
    template: {
      metadata: { labels: { app: 'another' } },
      spec: {
        nodeSelector: { 'karpenter.sh/nodepool': 'default' },
        containers: [
          {
            name: 'another',
            image: 'registry.lab.example/another:1.0.0',
            resources: { requests: { cpu: '3' } },
          },
        ],
      },
    },
  },
}
