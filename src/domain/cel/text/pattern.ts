import { RE2JS } from 're2js'
import type { Meter } from '../plan/meter.ts'
import { Fault } from '../value/cel-value.ts'

/*
 * What compiling costs, in units of the meter: at all, by character, by instruction that repetitions add, and by class
 * of Unicode characters. Measured, and rounded up: a pattern must not take longer than other steps of the same cost.
 */
const COST_PER_PATTERN = 50
const COST_PER_CHARACTER = 15
const COST_PER_INSTRUCTION = 5
const COST_PER_CLASS = 200

/** A compiled regular expression in the dialect of Go: searching takes time in proportion to the text. */
export class Pattern {
  private readonly program: RE2JS
  private readonly costPerCharacter: number

  constructor(program: RE2JS) {
    this.program = program
    this.costPerCharacter = 0.4 + program.programSize() / 80
  }

  /** Whether the pattern is found anywhere in a text. */
  isIn(text: string, meter: Meter): boolean {
    this.chargeFor(text, meter)
    return this.program.matcher(text).find()
  }

  /** The first parts of a text that match, at most `limit` of them. */
  findAll(text: string, limit: number, meter: Meter): string[] {
    this.chargeFor(text, meter)
    const matcher = this.program.matcher(text)
    const found: string[] = []
    let end = -1
    while (found.length < limit && matcher.find()) {
      meter.charge(10)
      // An empty match right behind another one does not count.
      const isRest = matcher.start() === end && matcher.end() === end
      end = matcher.end()
      if (!isRest) found.push(matcher.group() ?? '')
    }
    return found
  }

  private chargeFor(text: string, meter: Meter): void {
    meter.charge(text.length * this.costPerCharacter)
  }
}

/** Compiles a regular expression, or says in the words of Go what is wrong with it. */
export function compilePattern(text: string, meter: Meter): Pattern | Fault {
  meter.charge(COST_PER_PATTERN + text.length * COST_PER_CHARACTER)
  const classes = text.match(/\\[pP]/g)?.length ?? 0
  meter.charge(expandedSize(text) * COST_PER_INSTRUCTION + classes * COST_PER_CLASS)
  const pattern = compile(text)
  // Go does not mind two groups of the same name, and no expression can see the names.
  const isAmbiguous = pattern instanceof Fault && pattern.reason.includes('duplicate capture group name')
  return isAmbiguous ? compile(text.replace(part, token => (token.startsWith('(?') ? '(' : token))) : pattern
}

function compile(text: string): Pattern | Fault {
  try {
    return new Pattern(RE2JS.compile(text))
  } catch (error) {
    return new Fault(error instanceof Error ? error.message : 'error parsing regexp')
  }
}

// An escape, a class of characters, a named group, a repetition, or any other character.
const part =
  /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:[a-z^]*:\]|[^\]\\])*\]?|\(\?P?<\w+>|\{([0-9]+)(?:,([0-9]*))?\}|[\s\S]/g

/** How many instructions a pattern has once its repetitions are written out, at least. */
function expandedSize(text: string): number {
  const groups: number[] = []
  let size = 0
  let last = 0
  for (const [token, least, most] of text.matchAll(part)) {
    if (token.startsWith('(')) {
      groups.push(size)
      size = 0
    } else if (token === ')') {
      last = size
      size += groups.pop() ?? 0
    } else if (least !== undefined) {
      const grown = last * (Math.max(Number(least), Number(most ?? 0), 1) - 1)
      size += grown
      last += grown
    } else {
      last = 1
      size += 1
    }
  }
  return size
}
