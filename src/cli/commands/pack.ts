import { defineCommand } from '../command/command.ts'

/** `fitout pack`: what it does stays in a chunk of its own, as it reads YAML and talks https. */
export const pack = defineCommand({
  name: 'pack',
  summary: 'Pack manifests as ClusterResourceSets, to be committed and delivered by Cluster API',
  args: {
    name: { help: 'Name of the pack; with sources, of the one to make', arity: 'optional', names: 'pack' },
    sources: {
      help: 'Files, folders, https addresses, or - for standard input',
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
      help: 'After a change (default Reconcile)',
      value: 'name',
      choices: ['ApplyOnce', 'Reconcile'],
    },
    'cluster-api': { help: 'Version of Cluster API; below 1.11 makes v1beta1', value: 'version' },
    'strip-descriptions': { help: 'Leave the descriptions of CRDs out' },
    'server-side': { help: 'Let ConfigMaps be too large for plain `kubectl apply`' },
    check: { help: 'Write nothing; fail if a pack is not what its sources give' },
    diff: { help: 'Write nothing; say what would become of each object' },
    unpack: { help: 'Print the manifests of a pack', value: 'folder', names: 'file' },
    output: { help: 'Output format (default text)', value: 'form', short: 'o', choices: ['text', 'json'] },
    version: {
      help: 'The sources are this Flux; do as `flux install` does',
      value: 'flux',
    },
    components: { help: 'Flux: components, instead of the usual four', value: 'names' },
    'components-extra': { help: 'Flux: components beside the usual four', value: 'names' },
    'flux-namespace': { help: 'Flux: its namespace (default flux-system)', value: 'name' },
    'network-policy': { help: 'Flux: with NetworkPolicies', value: 'bool', choices: ['true', 'false'] },
    registry: { help: 'Flux: where its images are (default ghcr.io/fluxcd)', value: 'host' },
    'image-pull-secret': { help: 'Flux: Secret to pull its images with', value: 'name' },
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
