import { defineCommand } from '../command/command.ts'

/** `fitout pack`: what it does stays in a chunk of its own, as it reads YAML and talks https. */
export const pack = defineCommand({
  name: 'pack',
  summary: 'Pack manifests as ClusterResourceSets, to be committed and delivered by Cluster API',
  args: {
    name: { help: 'Name of the pack; with sources, of the pack to create', arity: 'optional', names: 'pack' },
    sources: {
      help: 'Files, folders, https URLs, or - for standard input',
      arity: 'rest',
      names: 'file',
    },
  },
  flags: {
    out: { help: 'Folder of the pack (default infrastructure/packs/<name>)', value: 'folder', names: 'file' },
    selector: { help: 'Labels of its Clusters (default <name>.fitout.dev/enabled=true)', value: 'labels' },
    namespace: {
      help: 'Namespace of its Clusters (default: of the pack, or default)',
      value: 'name',
      short: 'n',
    },
    strategy: {
      help: 'On a change (default Reconcile)',
      value: 'name',
      choices: ['ApplyOnce', 'Reconcile'],
    },
    'cluster-api': { help: 'Version of Cluster API; below 1.11 makes v1beta1', value: 'version' },
    'strip-descriptions': { help: 'Remove the descriptions from CRDs' },
    'server-side': { help: 'Allow ConfigMaps too large for client-side `kubectl apply`' },
    check: { help: 'Write nothing; fail if a pack differs from its sources' },
    diff: { help: 'Write nothing; show what would happen to each object' },
    unpack: { help: 'Print the manifests of a pack', value: 'folder', names: 'file' },
    output: { help: 'Output format (default text)', value: 'form', short: 'o', choices: ['text', 'json'] },
    version: {
      help: 'Version of Flux in the sources; builds as `flux install`',
      value: 'flux',
    },
    components: { help: 'Flux: components, instead of the default four', value: 'names' },
    'components-extra': { help: 'Flux: components, in addition to the default four', value: 'names' },
    'flux-namespace': { help: 'Flux: its namespace (default flux-system)', value: 'name' },
    'network-policy': { help: 'Flux: include NetworkPolicies', value: 'bool', choices: ['true', 'false'] },
    registry: { help: 'Flux: registry of its images (default ghcr.io/fluxcd)', value: 'host' },
    'image-pull-secret': { help: 'Flux: image pull Secret', value: 'name' },
    'toleration-keys': { help: 'Flux: taints that its pods tolerate', value: 'keys' },
    'log-level': { help: 'Flux', value: 'level', choices: ['debug', 'info', 'error'] },
    'watch-all-namespaces': { help: 'Flux', value: 'bool', choices: ['true', 'false'] },
    'cluster-domain': { help: 'Flux: domain of the cluster (default cluster.local)', value: 'name' },
  },
  examples: [
    'fitout pack calico manifests/calico.yaml --strip-descriptions',
    'fitout pack flux install.yaml --version 2.9.4 --components source-controller,kustomize-controller',
    'fitout pack --check',
  ],

  async run({ args, flags }, io) {
    const { runPack } = await import('../pack/run-pack.ts')
    return runPack({ name: args.name, sources: args.sources, flags }, io)
  },
})
