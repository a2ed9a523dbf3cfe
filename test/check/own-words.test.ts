import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/engine/api/api-error.ts'
import { checkOwnWords } from './own-words.ts'
import { type LinePart, aCleanRun, aHistory, saidReady } from './sample-history.ts'

const { message } = new ApiError('Timeout', { call: 'list nodes' })

function saying(text: string): LinePart {
  return { ...saidReady([]), body: { status: { steps: [{ name: 'cni', message: text }] } } }
}

describe('What people read', () => {
  test('is in words of Fitout in a clean run', () => expect(checkOwnWords(aCleanRun())).toEqual([]))

  test.for<{ name: string; given: LinePart }>([
    {
      name: 'that a server cannot be reached',
      given: saying('Step api is not ready: API server cannot be reached'),
    },
    { name: 'what a policy says', given: saying('API server refuses the label: "x" cannot be set: Denied') },
    { name: 'what others write', given: { ...saying(message), actor: 'ann' } },
  ])('may say $name', ({ given }) => expect(checkOwnWords(aHistory(given))).toEqual([]))

  test('may not be the text of an error', () => {
    expect(checkOwnWords(aHistory(saying(`Not read: ${message}`)))).toEqual([
      {
        rule: 'ownWords',
        seq: 1,
        t: 1000,
        sentence:
          'apply clusterfitouts.fitout.dev/status default/blue says "Not read: cannot list nodes: Timeout", which is the text of an error',
      },
    ])
  })
})
