/** The seeds to run: those from 1 to `count`, or the one that `FITOUT_SEED` names. */
export function seedsTo(count: number, named: string | undefined): readonly number[] {
  if (named !== undefined && named !== '') return [Number(named)]
  return Array.from({ length: count }, (_, index) => index + 1)
}

/** One command that runs a seed again. */
export function replayCommand(seed: number, file: string): string {
  const soak = file.endsWith('.soak.test.ts') ? 'FITOUT_SOAK=1 ' : ''
  return `${soak}FITOUT_SEED=${seed} npx vitest run --project unit ${file}`
}
