import { expect, test } from 'vitest'
import { misspelt } from './field-mutations.ts'
import { mergePatch, pathText, withField, withKey } from './fields.ts'

const object = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'a', image: 'x' }, { name: 'b' }] },
}

test('a field is replaced, and nothing else', () => {
  expect(withField(object, ['spec', 'containers', '0', 'image'], 'y')).toEqual({
    ...object,
    spec: { containers: [{ name: 'a', image: 'y' }, { name: 'b' }] },
  })
})

test('a field and an item of a list are taken away', () => {
  expect(withField(object, ['spec', 'containers', '0', 'image'], undefined).spec.containers[0]).toEqual({
    name: 'a',
  })
  expect(withField(object, ['spec', 'containers', '0'], undefined).spec.containers).toEqual([{ name: 'b' }])
})

test('an item is added to a list', () => {
  expect(withField(object, ['spec', 'containers', '2'], { name: 'c' }).spec.containers).toHaveLength(3)
})

test('a key gets another name', () => {
  expect(withKey(object, ['spec', 'containers'], 'contianers')['spec']).toEqual({
    contianers: object.spec.containers,
  })
})

test('a merge patch says what is gone and what is new', () => {
  expect(mergePatch({ a: 1, b: { c: 1, d: 2 } }, { b: { c: 3, d: 2 }, e: [1] })).toEqual({
    a: null,
    b: { c: 3 },
    e: [1],
  })
})

test('a path is written as Kubernetes writes it', () => {
  expect(pathText(['spec', 'containers', '0', 'image'])).toBe('spec.containers[0].image')
})

test('a misspelt word is another word of the same letters', () => {
  expect(['containers', 'http://charts.example.com', 'aaa'].map(misspelt)).toEqual([
    'contianers',
    'http://charts.exmaple.com',
    'aaax',
  ])
})
