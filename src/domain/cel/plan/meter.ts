/** Thrown by the meter and caught by whoever started it. It is no fault: `||` must not continue past it. */
export class CostExceeded extends Error {
  override readonly name = 'CostExceeded'
}

/** How many characters are read or written for one unit of cost, as in the API server. */
const CHARACTERS_PER_UNIT = 10

/** Counts the work of evaluations and ends the one that reaches the limit. One unit is less than a microsecond. */
export class Meter {
  /** What may still be spent; less than zero once the limit was reached. */
  left: number

  constructor(limit: number) {
    this.left = limit
  }

  charge(units: number): void {
    this.left -= units
    if (this.left < 0) throw new CostExceeded('the cost limit is exceeded')
  }

  /** Charges for reading or writing a text. Call it before the text is made: a text must not grow beyond the limit. */
  chargeText(characters: number): void {
    if (characters > CHARACTERS_PER_UNIT) this.charge(characters / CHARACTERS_PER_UNIT)
  }

  /** Charges for looking for a part in a text, which in the worst case looks at every character of both together. */
  chargeSearch(text: string, part: string): void {
    this.charge((text.length * (1 + part.length / 256)) / CHARACTERS_PER_UNIT)
  }
}
