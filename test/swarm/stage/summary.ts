import type { SeedReport } from '../run-seed.ts'
import type { Result } from './job.ts'

const DAY_MS = 86_400_000

/** What all runs together came to. */
export class Summary {
  readonly failed: SeedReport[] = []
  readonly crashProblems: string[] = []
  readonly #faults = new Map<string, number>()
  #seeds = 0
  #virtualMs = 0
  #gates = 0
  #crashes = 0
  #longestLieMs = 0
  #mostWrites = 0

  /** Takes in one result. */
  add(result: Result): void {
    if (result.kind === 'crash') {
      this.#crashes += 1
      this.crashProblems.push(...result.problems)
    }
    if (result.kind === 'seed') this.#addSeed(result.report)
  }

  #addSeed(report: SeedReport): void {
    this.#seeds += 1
    this.#virtualMs += report.virtualMs
    this.#gates += report.gates
    this.#longestLieMs = Math.max(this.#longestLieMs, report.longestLieMs)
    this.#mostWrites = Math.max(this.#mostWrites, report.writes / report.recipe.clusters)
    for (const [name, count] of Object.entries(report.faults))
      this.#faults.set(name, (this.#faults.get(name) ?? 0) + count)
    if (report.problems.length > 0) this.failed.push(report)
  }

  get seeds(): number {
    return this.#seeds
  }

  get crashes(): number {
    return this.#crashes
  }

  /** Whether nothing was found. */
  get isClean(): boolean {
    return this.failed.length === 0 && this.crashProblems.length === 0
  }

  /** How many faults and troubles there were, of all kinds. */
  get faults(): number {
    return [...this.#faults.values()].reduce((sum, count) => sum + count, 0)
  }

  /** All numbers, a line each. */
  lines(): readonly string[] {
    const kinds = [...this.#faults].toSorted(([, a], [, b]) => b - a)
    return [
      `seeds ${this.#seeds}, virtual time ${(this.#virtualMs / DAY_MS).toFixed(1)} days, gates opened ${this.#gates}`,
      `faults ${this.faults}: ${kinds.map(([name, count]) => `${name} ${count}`).join(', ')}`,
      `crash points ${this.#crashes}`,
      `longest lie of Ready ${(this.#longestLieMs / 1000).toFixed(0)} s`,
      `most writes for a cluster ${this.#mostWrites.toFixed(0)}`,
      `violations: seeds ${this.failed.length}, crash points ${this.crashProblems.length}`,
    ]
  }
}
