import { Refusal } from '../command/refusal.ts'
import type { Io } from '../io/io.ts'

/** A question, its default, and what is wrong with an answer. */
export interface Prompt {
  readonly words: string
  readonly usual: string
  readonly problem: (answer: string) => string | undefined
}

/** Asks a person on the terminal, one line a question. */
export class Prompts {
  readonly #io: Io
  #lines: AsyncIterator<string> | undefined

  constructor(io: Io) {
    this.#io = io
  }

  /** The answer, or the default for an empty line. A wrong answer is asked for again; refuses if the input ends. */
  async ask({ words, usual, problem }: Prompt): Promise<string> {
    for (;;) {
      this.#io.say(usual === '' ? words : `${words} [${usual}]`)
      const line = await this.#line()
      const answer = line === '' ? usual : line
      const message = problem(answer)
      if (message === undefined) return answer
      this.#io.say(
        answer === '' ? 'there is no default: give an answer' : `${JSON.stringify(answer)} ${message}`,
      )
    }
  }

  async #line(): Promise<string> {
    this.#lines ??= linesOf(this.#io.stdin())
    const { value, done } = await this.#lines.next()
    if (done !== true) return value.trim()
    throw new Refusal('the input ended before every question was answered; nothing is written', {
      fix: 'answer with flags; --no-input takes the default for the rest',
    })
  }

  /** Lets go of standard input, so that the program can end. */
  async close(): Promise<void> {
    await this.#lines?.return?.()
  }
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + Buffer.from(chunk).toString('utf8')).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
