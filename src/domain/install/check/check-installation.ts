import { checkController, checkInstallation, checkVersion } from './check-controller.ts'
import { checkFlux } from './check-flux.ts'
import { checkKinds } from './check-kinds.ts'
import { checkClock, checkLease } from './check-lease.ts'
import { checkPermissions, checkPolicy } from './check-permissions.ts'
import { checkClusterApi, checkKubernetes, checkResourceSets } from './check-prerequisites.ts'
import type { Check, CheckFinding, InstallationFacts } from './installation-facts.ts'

/** What must be right before anything is installed. */
const prerequisites: readonly Check[] = [checkKubernetes, checkClusterApi, checkResourceSets]

// In the order in which a person fixes things: what is below cannot work while something above does not.
const checks: readonly Check[] = [
  ...prerequisites,
  checkKinds,
  checkInstallation,
  checkPermissions,
  checkController,
  checkLease,
  checkClock,
  checkPolicy,
  checkFlux,
  checkVersion,
]

/** All findings about an installation, good ones too. */
export function checkWholeInstallation(facts: InstallationFacts): readonly CheckFinding[] {
  return run(checks, facts)
}

/** The findings about what Fitout needs to be installed. */
export function checkBeforeInstall(facts: InstallationFacts): readonly CheckFinding[] {
  return run(prerequisites, facts)
}

function run(list: readonly Check[], facts: InstallationFacts): readonly CheckFinding[] {
  return list.map(check => check(facts)).filter(finding => finding !== undefined)
}
