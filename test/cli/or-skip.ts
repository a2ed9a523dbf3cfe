/** For tests: the name of what may have to be skipped, with the reason if it is; the closing line of a run names it. Goes with `skipIf`. */
export function orSkip(name: string, reason: string | undefined): string {
  return reason === undefined ? name : `${name} (skipped: ${reason})`
}
