import { describe, expect, test } from 'vitest'
import { InFlight } from './in-flight.ts'

describe('of many who ask for the same', () => {
  test('one asks, and all get its answer', async () => {
    const { inFlight, questions, ask } = anInFlight()
    const answers = [1, 2, 3].map(() => inFlight.join('a', ask))
    questions[0]?.resolve('yes')
    expect(await Promise.all(answers)).toEqual(['yes', 'yes', 'yes'])
    expect(questions).toHaveLength(1)
  })

  test('whoever would fail with another one asks for itself', async () => {
    const { inFlight, questions, ask } = anInFlight()
    const first = inFlight.join('a', ask)
    const second = inFlight.join('a', ask)
    questions[0]?.reject(new Error('was called off'))
    await expect(first).rejects.toThrow('was called off')
    await Promise.resolve()
    questions[1]?.resolve('yes')
    expect(await second).toBe('yes')
  })

  test('whoever asks later asks again', async () => {
    const { inFlight, questions, ask } = anInFlight()
    const first = inFlight.join('a', ask)
    questions[0]?.resolve('yes')
    await first
    void inFlight.join('a', ask)
    expect(questions).toHaveLength(2)
  })

  test('who must know asks in any case, and whoever comes then joins', async () => {
    const { inFlight, questions, ask } = anInFlight()
    void inFlight.join('a', ask)
    void inFlight.lead('a', ask)
    const third = inFlight.join('a', ask)
    questions[1]?.resolve('new')
    questions[0]?.resolve('old')
    expect(await third).toBe('new')
    expect(questions).toHaveLength(2)
  })

  test('another question is not theirs', () => {
    const { inFlight, questions, ask } = anInFlight()
    void inFlight.join('a', ask)
    void inFlight.join('b', ask)
    expect(questions).toHaveLength(2)
  })
})

function anInFlight() {
  const questions: PromiseWithResolvers<string>[] = []
  const ask = (): Promise<string> => {
    const question = Promise.withResolvers<string>()
    questions.push(question)
    return question.promise
  }
  return { inFlight: new InFlight<string>(), questions, ask }
}
