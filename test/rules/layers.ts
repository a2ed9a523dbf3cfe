/**
 * The folders inside the folders of `src`, from the ground up: a file may import from its own folder and from layers above
 * it in this list. So no folder needs its users, and no cycle of folders can begin. `.` is for files beside the folders.
 */
const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  domain: [
    ['bytes', 'kinds', 'object', 'text'],
    ['names', 'yaml'],
    ['api', 'envsubst', 'quantity'],
    ['cel', 'health', 'helm-values', 'labels', 'shard', 'versions'],
    ['compat', 'flux-install', 'kubeconfig', 'resource-set'],
    ['pack', 'proof'],
    ['apply', 'validation'],
    ['cluster-class', 'hand-over', 'repository'],
    ['cluster-form'],
    ['plan'],
    ['words'],
    ['explain', 'fleet'],
    ['install', 'lint', 'notify'],
    ['inventory'],
    ['kustomize'],
    ['change'],
    ['adopt'],
  ],
  console: [
    ['data', 'routing'],
    ['elements'],
    ['demo', 'frame', 'why'],
    ['changes', 'cluster', 'compat', 'fitout', 'fleet', 'new', 'step'],
    ['.'],
  ],
  engine: [['.', 'budget', 'metrics'], ['api', 'queue'], ['election', 'rate', 'run'], ['follow']],
  controller: [['world'], ['management'], ['fitout', 'views'], ['metrics'], ['notify'], ['cluster'], ['.']],
  kube: [['transport'], ['answer'], ['request', 'user'], ['.', 'notify']],
  simulator: [
    ['clock'],
    ['faults', 'API server'],
    ['cluster-api', 'flux', 'workloads'],
    ['assume'],
    ['fleet', 'folder'],
    ['demo', 'simulation'],
    ['.'],
  ],
  migrate: [['hcl'], ['evaluate'], ['module'], ['release'], ['outputs'], ['write'], ['workspace'], ['.']],
  scaffold: [
    ['write'],
    ['.'],
    ['flux', 'record'],
    ['add-on', 'init', 'upgrade'],
    ['catalogue', 'cluster'],
    ['draft'],
  ],
  fleet: [['link'], ['read'], ['simulated', 'why']],
  server: [['api'], ['http'], ['fleet', 'git', 'identity'], ['answers'], ['stream'], ['routes'], ['.']],
  cli: [
    ['io'],
    ['command', 'explain', 'folder', 'sources', 'terminal'],
    ['connection', 'fleet-view', 'git', 'pack', 'parse'],
    ['controller', 'fleet', 'repository'],
    ['add', 'apply', 'completion', 'demo', 'init', 'install', 'lint', 'simulate', 'status', 'why'],
    ['cluster', 'compat', 'console', 'migrate', 'plan', 'refresh-and-retry'],
    ['adopt'],
    ['commands'],
    ['.'],
  ],
}

/** An API server in memory is one thing: storing, writing, fields and the models that run with it call each other. */
const together: Readonly<Record<string, string>> = {
  'simulator/fields': 'API server',
  'simulator/kinds': 'API server',
  'simulator/models': 'API server',
  'simulator/store': 'API server',
  'simulator/write': 'API server',
}

/** Says why a file of a folder of `src` must not import another one of the same folder, or undefined when it may. */
export function layerFault(folder: string, file: string, target: string): string | undefined {
  const order = layers[folder]
  if (!order) return undefined
  const [here, there] = [roomOf(folder, file), roomOf(folder, target)]
  if (here === there) return undefined
  const at = order.findIndex(rooms => rooms.includes(here))
  if (at === -1) return `give src/${folder}/${here} its layer in test/rules/layers.ts`
  if (order.slice(0, at).flat().includes(there)) return undefined
  return `${folder}/${there} is not in a lower layer than ${folder}/${here}: see test/rules/layers.ts`
}

/** The first folder below `src/<folder>`, or `.` for a file beside the folders. */
function roomOf(folder: string, path: string): string {
  const [, , room = '.', ...rest] = path.split('/')
  if (rest.length === 0) return '.'
  return together[`${folder}/${room}`] ?? room
}
