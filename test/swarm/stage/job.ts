import { runCrash } from '../crash/run-crash.ts'
import type { CrashPoint } from '../crash-plan.ts'
import { type SeedReport, runSeed } from '../run-seed.ts'
import type { Recipe } from '../recipe.ts'
import { shrink } from '../shrink.ts'

/** A piece of work for one processor. */
export type Job =
  | { readonly kind: 'seed'; readonly recipe: Recipe }
  | { readonly kind: 'crash'; readonly point: CrashPoint }
  | { readonly kind: 'shrink'; readonly recipe: Recipe; readonly withinMs: number }

/** What came of it. */
export type Result =
  | { readonly kind: 'seed'; readonly report: SeedReport }
  | { readonly kind: 'crash'; readonly point: CrashPoint; readonly problems: readonly string[] }
  | { readonly kind: 'shrink'; readonly recipe: Recipe; readonly problems: readonly string[] }

/** Does a piece of work. */
export async function doJob(job: Job): Promise<Result> {
  if (job.kind === 'seed') return { kind: 'seed', report: await runSeed(job.recipe) }
  if (job.kind === 'crash') return { kind: 'crash', point: job.point, problems: await runCrash(job.point) }
  const end = performance.now() + job.withinMs
  const recipe = await shrink(job.recipe, fails, () => performance.now() < end)
  return { kind: 'shrink', recipe, problems: (await runSeed(recipe)).problems }
}

async function fails(recipe: Recipe): Promise<boolean> {
  const { problems } = await runSeed(recipe)
  return problems.length > 0
}
