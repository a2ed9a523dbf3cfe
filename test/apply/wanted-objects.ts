import type { ModelFiles } from './model-git.ts'

/** Objects of which random commits consist, by a short name. */
export const objectNames = [
  'namespace one',
  'namespace two',
  'map default/red',
  'map default/green',
  'map one/red',
  'map two/red',
  'held default/slow',
  'secret default/token',
  'definition',
  'widget default/small',
  'widget one/small',
  'shared default/common',
  'shared one/common',
  'bad default/wrong',
] as const

export type ObjectName = (typeof objectNames)[number]

/** What a commit has: the value of each object, and the file that it is in. */
export type Wanted = ReadonlyMap<ObjectName, { readonly value: number; readonly file: number }>

/** The same without what cannot be there: what needs a namespace or a kind that the commit does not have. */
function possible(wanted: Wanted): Wanted {
  const isPossible = (name: ObjectName): boolean => {
    const home = / (one|two)\//.exec(name)?.[1]
    if (home === 'one' && !wanted.has('namespace one')) return false
    if (home === 'two' && !wanted.has('namespace two')) return false
    return !name.startsWith('widget') || wanted.has('definition')
  }
  return new Map([...wanted].filter(([name]) => isPossible(name)))
}

/** Whether a server would take all of it. */
export function isGood(wanted: Wanted): boolean {
  return !wanted.has('bad default/wrong')
}

/** Whether an object of the folder of all clusters is one of ours: by its value, as that of the label. */
function isOurs(value: number): boolean {
  return value % 2 === 0
}

/** What must be on the cluster, as `Kind namespace/name` with its value; written down without the code that applies it. */
export function wantedOnCluster(wanted: Wanted): ReadonlyMap<string, string> {
  const found = new Map([['ConfigMap default/anchor', '0']])
  for (const [name, { value }] of possible(wanted)) {
    const [kind = '', key = ''] = name.split(' ')
    if (kind === 'namespace') found.set(`Namespace ${key}`, String(value))
    else if (kind === 'definition') found.set('CustomResourceDefinition widgets.example.com', String(value))
    else if (kind === 'widget') found.set(`Widget ${key}`, String(value))
    else if (kind === 'secret') found.set(`Secret ${key}`, String(value))
    else if (kind !== 'shared' || isOurs(value)) found.set(`ConfigMap ${key}`, String(value))
  }
  return found
}

/** The files of a commit. Objects of one number share a file, so that they move in and out of files of others. */
export function filesOf(wanted: Wanted): ModelFiles {
  const files: Record<string, string> = {
    'README.md': 'words\n',
    'clusters/blue/anchor.yaml': map({ namespace: 'default', name: 'anchor', value: 0 }),
  }
  for (const [name, { value, file }] of possible(wanted)) {
    const isShared = name.startsWith('shared')
    const path = isShared
      ? `clusters/flux-common/blue-green-${file}.yaml`
      : `clusters/blue/part-${file}/all.yaml`
    const text = textOf(name, value)
    files[path] = path in files ? `${files[path]}---\n${text}` : text
  }
  return files
}

function map({ namespace, name, value }: MapText, more = ''): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: ${namespace}${more}}\ndata: {value: "${value}"}\n`
}

interface MapText {
  readonly namespace: string
  readonly name: string
  readonly value: number
}

function textOf(object: ObjectName, value: number): string {
  const [kind = '', key = ''] = object.split(' ')
  const [namespace = '', name = ''] = key.split('/')
  const labels = `labels: {value: "${value}"}`
  switch (kind) {
    case 'namespace':
      return `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${key}, ${labels}}\n`
    case 'definition':
      return definition(value)
    case 'widget':
      // Another version of the same object is the same object.
      return `apiVersion: example.com/${value % 3 === 0 ? 'v1' : 'v2'}\nkind: Widget\nmetadata: {name: ${name}, namespace: ${namespace}}\nspec: {value: "${value}"}\n`
    case 'secret':
      return `apiVersion: v1\nkind: Secret\nmetadata: {name: ${name}, namespace: ${namespace}}\nstringData: {value: "${value}"}\n`
    case 'held':
      return map({ namespace, name, value }, ', finalizers: [example.com/held]')
    case 'shared':
      return map(
        { namespace, name, value },
        `, labels: {fitout.dev/cluster: ${isOurs(value) ? 'blue' : 'blue-green'}}`,
      )
    case 'bad':
      return map({ namespace, name, value }, ', labels: {color: "not a label!"}')
    default:
      return map({ namespace, name, value })
  }
}

const version = (name: string, storage: boolean): string =>
  `  - {name: ${name}, served: true, storage: ${storage}, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}\n`

function definition(value: number): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com, labels: {value: "${value}"}}
spec:
  group: example.com
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  scope: Namespaced
  versions:
${version('v1', true)}${version('v2', false)}`
}
