import { checkController, isRollingOut } from '../../domain/install/check/check-controller.ts'
import { checkLease } from '../../domain/install/check/check-lease.ts'
import { conditionIn } from '../../domain/install/check/read-objects.ts'
import type { InstalledObject } from '../../domain/install/installed-object.ts'
import { partOf, textIn } from '../../domain/object/fields.ts'
import { callManagement } from '../../fleet/link/call-management.ts'
import type { Link } from '../../fleet/link/link.ts'
import { Refusal } from '../command/refusal.ts'
import { gatherInstallation } from './gather-installation.ts'
import { installedName, installedResource } from './object-resource.ts'

const POLL_MS = 1_000
const ESTABLISH_MS = 60_000

/** Waits until the API server serves kinds that were applied just now. */
export async function untilEstablished(link: Link, crds: readonly InstalledObject[]): Promise<void> {
  for (const crd of crds) {
    const started = link.clock.elapsed()
    while (!(await isEstablished(link, crd))) {
      if (link.clock.elapsed() - started > ESTABLISH_MS) {
        throw new Refusal(`${installedName(crd)} is not established after a minute`, {
          exitCode: 3,
          hint: `kubectl describe crd ${crd.metadata.name}`,
        })
      }
      await link.clock.sleep(POLL_MS)
    }
  }
}

async function isEstablished(link: Link, { apiVersion, kind, metadata }: InstalledObject): Promise<boolean> {
  const asked = {
    what: `get CustomResourceDefinition ${metadata.name}`,
    right: 'get customresourcedefinitions',
  }
  const resource = installedResource(apiVersion, kind)
  const object = await callManagement(link, asked, () =>
    link.management.get({ resource, name: metadata.name }),
  )
  return textIn(conditionIn(object, 'Established') ?? {}, 'status') === 'True'
}

interface Wait {
  readonly deployments: readonly InstalledObject[]
  readonly namespace: string
  readonly timeoutMs: number
  /** Called once for each thing that is waited for. */
  readonly tell: (line: string) => void
}

/** Waits until the controllers run in their newest version and lead. Undefined, or what is still missing. */
export async function untilRunning(link: Link, wait: Wait): Promise<string | undefined> {
  const started = link.clock.elapsed()
  let said = ''
  for (;;) {
    const missing = await missingFor(link, wait)
    if (missing === undefined) return undefined
    if (link.clock.elapsed() - started >= wait.timeoutMs) return missing
    if (missing !== said) wait.tell(`waiting: ${missing}`)
    said = missing
    await link.clock.sleep(POLL_MS)
  }
}

async function missingFor(link: Link, { deployments, namespace }: Wait): Promise<string | undefined> {
  const facts = await gatherInstallation(link, namespace)
  const found = facts.deployments.kind === 'read' ? facts.deployments.value : []
  const wanted = new Set(deployments.map(({ metadata }) => metadata.name))
  const own = found.filter(each => wanted.has(textIn(partOf(each, 'metadata'), 'name')))
  const wrong = checkController(facts)
  if (wrong !== undefined && wrong.result !== 'ok') return wrong.message
  const late = own.find(isRollingOut)
  if (late) return `Deployment ${textIn(partOf(late, 'metadata'), 'name')} is rolling out`
  const lease = checkLease(facts)
  return lease === undefined || lease.result === 'ok' ? undefined : lease.message
}
