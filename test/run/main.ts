import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { plans } from './plans.ts'
import { Programs } from './programs.ts'
import { runStages } from './run-stages.ts'

const root = resolve(import.meta.dirname, '../..')
const [name = ''] = process.argv.slice(2)
const plan = plans.get(name)

if (plan) {
  const programs = new Programs()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(
      signal,
      () => void programs.end(signal).then(() => process.exit(128 + constants.signals[signal])),
    )
  }
  const scratch = mkdtempSync(join(tmpdir(), 'fitout-test-'))
  // However this process comes to its end, its children come to theirs.
  process.on('exit', () => {
    programs.kill()
    rmSync(scratch, { recursive: true, force: true })
  })

  process.chdir(root)
  const path = [resolve(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  // Some tools colour what goes into a file; in a log that only disturbs.
  const colour = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  // Hundreds of processes load the same files: what Node has made of one is kept for the next, and for the next run.
  const compiled = resolve(root, 'node_modules/.cache/compiled')
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: compiled,
    ...colour,
    ...plan.env,
    ...seedFor(plan),
    PATH: path,
  }
  process.exitCode = await runStages(plan.stages, {
    programs,
    env,
    scratch,
    say: text => process.stdout.write(`${text}\n`),
  })
} else {
  process.stderr.write(`cannot run "${name}": choose one of ${[...plans.keys()].join(', ')}\n`)
  process.exitCode = 2
}

function seedFor({ drawsSeed = false }: { readonly drawsSeed?: boolean }): { readonly FITOUT_SEED?: string } {
  if (!drawsSeed || process.env['FITOUT_SEED']) return {}
  const seed = String(randomInt(2 ** 31 - 1))
  process.stdout.write(`seed ${seed}; FITOUT_SEED=${seed} makes the same draws again\n`)
  return { FITOUT_SEED: seed }
}
