import { assert, json, property } from 'fast-check'
import { expect, test } from 'vitest'
import { shareTexts } from './share-texts.ts'

test('Sharing texts changes no value', () => {
  assert(
    property(json({ maxDepth: 4 }), text => {
      const value: unknown = JSON.parse(text)
      shareTexts(value)
      expect(value).toEqual(JSON.parse(text))
    }),
  )
})
