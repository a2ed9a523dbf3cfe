import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aCluster, aFleet } from '#test/domain/sample-snapshot.ts'
import { parseQuery } from '../../domain/fleet/query/parse-query.ts'
import { QUERY_KEYS } from '../../domain/fleet/query/query.ts'
import { summaryOrder } from '../../domain/words/state-words.ts'
import { refreshCommand } from '../commands/refresh.ts'
import { retryCommand } from '../commands/retry.ts'
import { snapshot } from '../commands/snapshot.ts'
import { status } from '../commands/status.ts'
import { waitCommand } from '../commands/wait.ts'
import { why } from '../commands/why.ts'

const page = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../docs/reference', name), 'utf8')

test.for([status, why, waitCommand, refreshCommand, retryCommand, snapshot])(
  'The docs name every flag of $name',
  ({ name, flags }) => {
    const docs = page('command-line.md')
    const [, own = ''] = docs.split(`\n## ${name[0]?.toUpperCase()}${name.slice(1)}\n`)
    const [, shared = ''] = docs.split('\n## The fleet\n')
    const text = [own, shared].map(section => section.split('\n## ')[0]).join('\n')
    expect(Object.keys(flags).filter(flag => !text.includes(`--${flag}`))).toEqual([])
  },
)

test('Every word of a query in the docs can be read, and every key is among them', () => {
  const cells = [...page('search.md').matchAll(/^\| (`.+`) \| /gm)]
    .map(([, cell = '']) => cell)
    .filter(cell => !/`[A-Z_]+`/.test(cell))
  const words = cells.flatMap(cell => Array.from(cell.matchAll(/`([^`]+)`/g), ([, word = '']) => word))
  const keys = words.flatMap(word => parseQuery(word).map(({ key }) => key))
  expect(new Set(keys)).toEqual(new Set(['word', 'label', ...QUERY_KEYS]))
})

test('The docs of queries name every state', () => {
  const docs = page('search.md')
  expect(summaryOrder.filter(state => !docs.includes(`\`${state}\``))).toEqual([])
})

test('The docs have a row for each field of a snapshot, and for no other', () => {
  const cause = { reason: 'x', message: 'x' }
  const cluster = aCluster('a/b', { step: 'cni', cause })
  const controllerSeenAt = '2026-11-16T12:00:00Z'
  const step = {
    name: 'cni',
    timeout: '10m',
    dependsOn: ['api'],
    gate: { label: 'x', value: 'true' },
    components: [{ component: 'cilium', version: '1.20.2' }],
  }
  const fleet = aFleet([cluster], {
    controllerSeenAt,
    shards: [{ key: 'red', controllerSeenAt }],
    clusterApiVersion: 'v1.14.2',
    fitouts: [{ namespace: 'a', name: 'eks', steps: [step] }],
  })
  const rows = [...page('snapshot.md').matchAll(/^\| `([a-z][A-Za-z[\].]*)` \| /gm)].map(
    ([, field = '']) => field,
  )
  expect(rows.toSorted()).toEqual(fieldsOf(fleet).toSorted())
})

/** The paths of all fields; what a step, a cause and labels have is told elsewhere. */
function fieldsOf(value: object, at = ''): readonly string[] {
  return Object.entries(value).flatMap(([name, part]: readonly [string, unknown]) => {
    const path = `${at}${name}`
    const [first]: readonly unknown[] = Array.isArray(part) ? part : []
    if (path === 'clusters[].steps') return [`${path}[]`]
    return typeof first === 'object' && first !== null ? fieldsOf(first, `${path}[].`) : [path]
  })
}
