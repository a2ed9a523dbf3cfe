/** A key by its name: `up`, `escape`, `ctrl-c`, or the character itself. */
export type Key = string

const sequences: Readonly<Record<string, Key>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  '1~': 'home',
  '4~': 'end',
  '5~': 'page-up',
  '6~': 'page-down',
}

const controls: Readonly<Record<string, Key>> = {
  '\u0003': 'ctrl-c',
  '\u001B': 'escape',
  '\r': 'enter',
  '\n': 'enter',
}

/** Keys that were read, and the beginning of one whose rest has not come yet. */
export interface ReadKeys {
  readonly keys: readonly Key[]
  readonly rest: string
}

// A sequence of the cursor keys, the beginning of one, or a single character.
// oxlint-disable-next-line no-control-regex -- keys are sent as control characters
const token = /\u001B[[O](?<parameters>[0-9;]*)(?<final>[A-Za-z~])|(?<rest>\u001B[[O][0-9;]*$)|[^]/gu

/** Tells the keys in what a terminal sent. Sequences that mean nothing here are left out. */
export function readKeys(text: string): ReadKeys {
  const keys: Key[] = []
  for (const { 0: character, groups = {} } of text.matchAll(token)) {
    if (groups['rest'] !== undefined) return { keys, rest: character }
    const key = groups['final'] === undefined ? characterKey(character) : sequenceKey(groups)
    if (key !== undefined) keys.push(key)
  }
  return { keys, rest: '' }
}

function sequenceKey({ parameters = '', final = '' }: Readonly<Record<string, string>>): Key | undefined {
  return sequences[final === '~' ? `${parameters}~` : final]
}

function characterKey(character: string): Key | undefined {
  if (character in controls) return controls[character]
  return character >= ' ' ? character : undefined
}
