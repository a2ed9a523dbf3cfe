import { describe, expect, test } from 'vitest'
import { inventoryOf } from './inventory.ts'
import { inventoryEntry, inventoryDuring, planCommit } from './plan-apply.ts'
import { readDesired } from './read-desired.ts'

const text = (kind: string, name: string, more = ''): string =>
  `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}${kind === 'Namespace' ? '' : ', namespace: x'}}\n${more}`

const desiredOf = (...texts: readonly string[]) =>
  readDesired([{ path: 'a.yaml', text: texts.join('---\n'), isShared: false }], {
    cluster: 'blue',
    owner: 'kube-system/blue',
  }).objects

const before = desiredOf(
  text('Namespace', 'x'),
  text('ConfigMap', 'a'),
  text('ConfigMap', 'b'),
  text('Secret', 's'),
)
const inventory = inventoryOf(before.map(inventoryEntry))
const names = (objects: readonly { readonly manifest: { readonly name: string } }[]) =>
  objects.map(({ manifest }) => manifest.name)

describe('The plan for a cluster', () => {
  test('has only what changed, and Secrets', () => {
    const desired = desiredOf(
      text('Namespace', 'x'),
      text('ConfigMap', 'a', 'data: {a: b}\n'),
      text('Secret', 's'),
      text('ConfigMap', 'c'),
    )
    const plan = planCommit({ desired, inventory, mode: 'difference' })
    expect(names(plan.applies)).toEqual(['s', 'a', 'c'])
    expect(names(plan.unchanged)).toEqual(['x'])
    expect(plan.deletes.flat().map(({ name }) => name)).toEqual(['b'])
  })

  test('has everything where that is asked for', () => {
    const plan = planCommit({ desired: before, inventory, mode: 'everything' })
    expect([names(plan.applies), plan.unchanged]).toEqual([['x', 's', 'a', 'b'], []])
  })

  test('has what an earlier run touched and did not end', () => {
    const first = planCommit({
      desired: desiredOf(text('ConfigMap', 'a', 'data: {}\n')),
      inventory,
      mode: 'difference',
    })
    const during = inventoryDuring(inventory, first)
    const plan = planCommit({ desired: before, inventory: during, mode: 'difference' })
    expect([names(plan.applies), plan.deletes]).toEqual([['x', 's', 'a', 'b'], []])
  })

  test('deletes namespaces after all that is in them', () => {
    const plan = planCommit({ desired: [], inventory, mode: 'difference' })
    expect(plan.deletes.map(stage => stage.map(({ kind, name }) => `${kind} ${name}`))).toEqual([
      ['ConfigMap b', 'ConfigMap a', 'Secret s'],
      ['Namespace x'],
    ])
  })
})
