import type { SeedReport } from '../run-seed.ts'
import { percentile } from '../../truth/watch-delays.ts'
import { type Voice, voices } from '../../truth/watch-lies.ts'
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
  readonly #longestLies = new Map<Voice, number>()
  readonly #delays: number[] = []
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
    for (const voice of voices)
      this.#longestLies.set(
        voice,
        Math.max(this.#longestLies.get(voice) ?? 0, report.longestLies[voice] ?? 0),
      )
    this.#delays.push(...report.delays)
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
      `longest lie: ${voices.map(voice => `${voice} ${seconds(this.#longestLies.get(voice) ?? 0)}`).join(', ')}`,
      `gates that could open: p99 after ${seconds(percentile(this.#delays, 99))}, the last after ${seconds(percentile(this.#delays, 100))}`,
      `most writes for a cluster ${this.#mostWrites.toFixed(0)}`,
      `violations: seeds ${this.failed.length}, crash points ${this.crashProblems.length}`,
    ]
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
