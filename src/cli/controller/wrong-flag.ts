import { Refusal } from '../command/refusal.ts'

/** Says which flag of the controller is wrong, and how. */
export function wrongFlag(flag: string, cause: string): Refusal {
  return new Refusal(`flag "--${flag}": ${cause}`, { exitCode: 2, hint: 'fitout controller --help' })
}
