import { checkWholeInstallation } from '../../domain/install/check/check-installation.ts'
import type { CheckFinding } from '../../domain/install/check/installation-facts.ts'
import { installed } from '../../domain/install/installed-object.ts'
import { counted } from '../../domain/text/counted.ts'
import type { ExitCode } from '../command/exit-code.ts'
import type { ConnectionFlags } from '../fleet/fleet-flags.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import type { Io } from '../io/io.ts'
import { jsonDocument } from '../io/json-document.ts'
import { plainText } from '../terminal/text-width.ts'
import { gatherInstallation } from './gather-installation.ts'

/** The flags of `fitout check`. */
export interface CheckFlags extends ConnectionFlags {
  readonly output: 'text' | 'json'
}

/** Checks an installation, and says what is wrong with it and how to fix that. Exit code 1 if something failed. */
export async function runCheck(flags: CheckFlags, { io, world }: CommandSetting): Promise<ExitCode> {
  const { link } = await world.connect(flags)
  try {
    const namespace = flags.namespace ?? installed.namespace
    const findings = checkWholeInstallation(await gatherInstallation(link, namespace))
    const isFine = findings.every(({ result }) => result !== 'failed')
    if (flags.output === 'json') io.write(jsonDocument('InstallationCheck', { ok: isFine, checks: findings }))
    else io.write(findingsText(findings, io))
    return isFine ? 0 : 1
  } finally {
    link.close()
  }
}

const RESULT_WIDTH = 'warning'.length
const NAME_WIDTH = 'resource-sets'.length

/** Findings for people: one line each, and what to do below those that are not ok. */
export function findingsText(findings: readonly CheckFinding[], io: Io): string {
  const count = (result: CheckFinding['result']) => findings.filter(each => each.result === result).length
  const [ok, warnings, failed] = [count('ok'), count('warning'), count('failed')]
  const sum = [`${ok} ok`, counted(warnings, 'warning'), `${failed} failed`].join(', ')
  return [...findings.map(each => findingText(each, io)), `${sum}\n`].join('')
}

function findingText({ check, result, message, next }: CheckFinding, io: Io): string {
  const head = `${result.padEnd(RESULT_WIDTH)}  ${check.padEnd(NAME_WIDTH)}  `
  const line = `${head}${plainText(message)}\n`
  if (next === undefined) return line
  return `${line}${' '.repeat(head.length)}next: ${plainText(io.pasteable(next))}\n`
}
