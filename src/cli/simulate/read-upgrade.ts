import { readRelease } from '../../domain/compat/read-release.ts'
import { minorOf } from '../../domain/compat/minor-releases.ts'
import { KUBERNETES, type WantedVersions } from '../../domain/compat/order-upgrade.ts'
import { nearest } from '../../domain/text/nearest.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import { Refusal } from '../command/refusal.ts'

/** Reads `kubernetes=1.37,flux=2.9.4`, or throws a Refusal. */
export function readUpgrade(text: string): WantedVersions {
  const wanted = new Map<string, string>()
  for (const word of text.split(',')) {
    const [, component, version] = /^\s*([a-z0-9][a-z0-9.-]*)=(\S+?)\s*$/.exec(word) ?? []
    if (component === undefined || version === undefined)
      throw wrong(`${JSON.stringify(word)} is not a component and a version, such as kubernetes=1.36`)
    if (!readRelease(version) || (component === KUBERNETES && minorOf(version) === undefined))
      throw wrong(`${JSON.stringify(version)} is not a version of ${component}, such as 1.36 or 2.9.4`)
    if (wanted.has(component)) throw wrong(`${component} is there twice`)
    wanted.set(component, version)
  }
  return wanted
}

/** Refuses a component that no step brings: nothing would be tried. */
export function checkUpgrade(wanted: WantedVersions, components: ReadonlySet<string>): void {
  const known = [KUBERNETES, ...[...components].toSorted()]
  for (const component of wanted.keys()) {
    if (known.includes(component)) continue
    const meant = nearest(component, known)
    throw new Refusal(`flag "--upgrade": no step brings ${component}; known are ${listFirst(known)}`, {
      exitCode: 2,
      fix:
        meant === undefined
          ? `name the version in \`versions\` of the step that brings ${component}`
          : `did you mean ${meant}?`,
    })
  }
}

function wrong(message: string): Refusal {
  return new Refusal(`flag "--upgrade": ${message}`, { exitCode: 2, hint: 'fitout simulate --help' })
}
