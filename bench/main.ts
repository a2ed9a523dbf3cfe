import { parseArgs } from 'node:util'
import { cel } from './cel.ts'
import { consoleServer } from './console.ts'
import { deadClusters } from './dead-clusters.ts'
import { draft } from './draft.ts'
import { envsubst } from './envsubst.ts'
import { fleetRepository } from './fleet-repository.ts'
import { gates } from './gates.ts'
import { health } from './health.ts'
import { lint } from './lint.ts'
import { packCommand, packInMemory } from './pack.ts'
import { plan } from './plan.ts'
import { scale } from './scale.ts'
import { simulator } from './simulator.ts'
import { start } from './start.ts'
import { status } from './status.ts'
import type { Subject } from './subject.ts'
import { table } from './table.ts'
import { why } from './why.ts'
import { yamlRead, yamlWrite } from './yaml.ts'

const subjects: readonly Subject[] = [
  start,
  yamlRead,
  yamlWrite,
  packInMemory,
  packCommand,
  envsubst,
  health,
  cel,
  status,
  fleetRepository,
  lint,
  plan,
  draft,
  consoleServer,
  // Last, as they take minutes.
  why,
  simulator,
  scale,
  deadClusters,
  gates,
]

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const output = outputOf(args)
  if (output === undefined) {
    process.stderr.write('cannot read the arguments: the only one is -o table or -o json\n')
    return 2
  }

  const measured = []
  for (const { name, summary, measure, skipReason } of subjects) {
    const skipped = await skipReason?.()
    if (skipped !== undefined) {
      process.stderr.write(`${name}: not measured: ${skipped}\n`)
      continue
    }
    const figures = await measure()
    measured.push({ name, summary, figures })
    if (output === 'table') process.stdout.write(`${name}: ${summary}\n${table(figures)}\n`)
  }
  if (output === 'json') process.stdout.write(`${JSON.stringify(measured, undefined, 2)}\n`)
  return 0
}

function outputOf(args: string[]): 'table' | 'json' | undefined {
  try {
    const { output } = parseArgs({
      args,
      options: { output: { type: 'string', short: 'o', default: 'table' } },
    }).values
    return output === 'table' || output === 'json' ? output : undefined
  } catch {
    return undefined
  }
}
