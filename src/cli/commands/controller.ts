import { defineCommand } from '../command/command.ts'

/** `fitout controller`: the Kubernetes client and all that it needs stay in a chunk of their own. */
export const controller = defineCommand({
  name: 'controller',
  summary: 'Run the controller for the clusters of a management cluster',
  args: {},
  flags: {
    kubeconfig: { help: 'Path to the kubeconfig file (default as kubectl)', value: 'file', names: 'file' },
    context: { help: 'Context of the kubeconfig', value: 'name', names: 'context' },
    namespaces: { help: 'Namespaces of the clusters, comma-separated (default all)', value: 'names' },
    'lease-namespace': { help: 'Namespace of the leader election', value: 'name', default: 'fitout-system' },
    'watch-label-selector': {
      help: 'Only the clusters of one shard',
      value: 'labels',
    },
    address: {
      help: 'Address for health and metrics',
      value: 'host:port',
      default: '127.0.0.1:8080',
    },
    'metrics-address': { help: 'Address for metrics (default --address)', value: 'host:port' },
    workers: { help: 'Clusters reconciled concurrently', value: 'number', default: '8' },
    qps: { help: 'Requests per second to the management cluster', value: 'number', default: '50' },
    notify: { help: 'Where to send notifications: flux, or the URL of a webhook', value: 'url' },
    'notify-key-file': {
      help: 'File with the key that signs webhook requests',
      value: 'file',
      names: 'file',
    },
    'log-level': {
      help: 'Log level',
      value: 'level',
      choices: ['debug', 'info', 'warn'],
      default: 'info',
    },
  },
  examples: [
    'fitout controller',
    'fitout controller --kubeconfig mgmt.yaml --context admin',
    'fitout controller --address 0.0.0.0:8080 --notify flux',
  ],

  async run({ flags }, io) {
    const { runFitoutController } = await import('../controller/run-fitout-controller.ts')
    return runFitoutController(flags, io)
  },
})
