import { checkBeforeInstall } from '../../domain/install/check/check-installation.ts'
import type { InstallationFacts } from '../../domain/install/check/installation-facts.ts'
import { installationObjects } from '../../domain/install/installation.ts'
import { type InstalledObject, installed, installLabels } from '../../domain/install/installed-object.ts'
import { dns1123LabelProblems } from '../../domain/names/dns-name.ts'
import { counted } from '../../domain/text/counted.ts'
import { writeDocuments } from '../../domain/yaml/document/join-documents.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { durationFlag } from '../command/duration-flag.ts'
import { callManagement } from '../../fleet/link/call-management.ts'
import type { ConnectionFlags } from '../fleet/fleet-flags.ts'
import type { Link } from '../../fleet/link/link.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import type { Io } from '../io/io.ts'
import { sayError, sayTry } from '../command/say.ts'
import { Refusal } from '../command/refusal.ts'
import { version } from '../command/version.ts'
import { gatherInstallation } from './gather-installation.ts'
import { type ValueFlags, demandImage, demandLogin, installValuesOf } from './install-values-of.ts'
import { installedName, installedResource } from './object-resource.ts'
import { type Preview, applyInstalled, previewInstallation, previewLine } from './preview.ts'
import { findingsText } from './run-check.ts'
import { listInstalled, managedByLabels, staleObjects } from './stale-objects.ts'
import { untilEstablished, untilRunning } from './until-running.ts'

/** The flags of `fitout install`. */
export interface InstallFlags extends ConnectionFlags, ValueFlags {
  readonly export: boolean
  readonly 'dry-run': boolean
  readonly wait: 'true' | 'false'
  readonly timeout: string
}

/** Installs Fitout, or brings an installation to this version and these values. Doing it twice changes nothing. */
export async function runInstall(flags: InstallFlags, setting: CommandSetting): Promise<ExitCode> {
  const { io, world } = setting
  const timeoutMs = durationFlag('timeout', flags.timeout, '5m')
  const namespace = installNamespace(flags.namespace)
  const values = await installValuesOf(flags, io)
  demandLogin(values)
  const objects = installationObjects({ namespace, values, version })
  if (flags.export) {
    demandImage(values)
    io.write(writeDocuments(objects.map(asYaml)))
    return 0
  }
  const { link } = await world.connect(flags)
  try {
    demandImage(values)
    checkPlace(await gatherInstallation(link, namespace), { namespace, io })
    const work = await planWork(link, objects.map(asManaged))
    if (flags['dry-run']) return tellWork(work, io)
    return await install(link, {
      work,
      io,
      namespace,
      timeoutMs: flags.wait === 'true' ? timeoutMs : undefined,
    })
  } finally {
    link.close()
  }
}

/** The namespace of an installation, or a refusal. */
export function installNamespace(flag: string | undefined): string {
  const namespace = flag ?? installed.namespace
  const [problem] = dns1123LabelProblems(namespace)
  if (problem === undefined) return namespace
  throw new Refusal(
    `flag "--namespace": ${JSON.stringify(namespace)} is not the name of a namespace: ${problem}`,
    {
      exitCode: 2,
    },
  )
}

// As JSON has it: fields that are undefined are not there.
function asYaml(object: InstalledObject): YamlValue {
  return JSON.parse(JSON.stringify(object))
}

function asManaged(object: InstalledObject): InstalledObject {
  const labels = { ...object.metadata.labels, ...managedByLabels }
  return { ...object, metadata: { ...object.metadata, labels } }
}

interface Place {
  readonly namespace: string
  readonly io: Io
}

/** Refuses where Fitout cannot work, or is installed by another tool. */
function checkPlace(facts: InstallationFacts, { namespace, io }: Place): void {
  const findings = checkBeforeInstall(facts)
  const wrong = findings.filter(({ result }) => result !== 'ok')
  if (wrong.length > 0) io.say(findingsText(wrong, io).trimEnd())
  if (wrong.some(({ result }) => result === 'failed')) {
    throw new Refusal('cannot install Fitout: the management cluster does not meet the requirements')
  }
  const found = facts.deployments.kind === 'read' ? facts.deployments.value : []
  const objects = found.filter(isObject)
  const other = objects.find(({ metadata }) => metadata.namespace !== namespace)
  if (other) {
    throw new Refusal(
      `cannot install Fitout: ${installedName(other)} is another installation on this cluster`,
      {
        hint: `fitout uninstall --namespace ${other.metadata.namespace ?? ''}`,
      },
    )
  }
  for (const object of objects) refuseManaged(object, 'install')
}

function isObject(value: unknown): value is KubeObject {
  return typeof value === 'object' && value !== null && 'metadata' in value && 'kind' in value
}

/** Refuses to work on what Helm or Flux has installed: they would take it back. */
export function refuseManaged({ metadata }: KubeObject, verb: 'install' | 'uninstall'): void {
  const release = metadata.annotations?.['meta.helm.sh/release-name']
  const helmVerb = verb === 'install' ? 'upgrade' : 'uninstall'
  if (release !== undefined) {
    throw new Refusal(`cannot ${verb} Fitout: it is installed by Helm, as release "${release}"`, {
      fix: `helm ${helmVerb} ${release} --namespace ${metadata.namespace ?? ''} does it`,
    })
  }
  const kustomization = metadata.labels?.['kustomize.toolkit.fluxcd.io/name']
  if (kustomization !== undefined) {
    throw new Refusal(
      `cannot ${verb} Fitout: it is installed by Flux, with Kustomization "${kustomization}"`,
      {
        fix: 'change it in Git',
      },
    )
  }
}

interface Work {
  readonly previews: readonly Preview[]
  readonly stale: readonly KubeObject[]
}

async function planWork(link: Link, objects: readonly InstalledObject[]): Promise<Work> {
  const asked = { what: 'dry-run the installation', right: 'patch deployments' }
  const previews = await callManagement(link, asked, () => previewInstallation(link.management, objects))
  const refused = previews.filter(each => each.kind === 'refused')
  if (refused.length > 0) {
    const lines = refused.map(({ object, why }) => `  ${installedName(object)}: ${why}`)
    const isRight = refused.some(({ code }) => code === 'Forbidden')
    throw new Refusal(`cannot install Fitout; nothing was changed:\n${lines.join('\n')}`, {
      exitCode: isRight ? 4 : 1,
      ...(isRight ? { fix: 'ask an administrator of the management cluster to install Fitout' } : {}),
    })
  }
  const found = await callManagement(
    link,
    { what: 'list what is installed', right: 'list deployments' },
    () => listInstalled(link.management, { ...installLabels, ...managedByLabels }),
  )
  return { previews, stale: staleObjects(found, objects) }
}

function tellWork({ previews, stale }: Work, io: Io): ExitCode {
  const changes = previews.filter(({ kind }) => kind !== 'unchanged')
  for (const each of changes) io.write(`${previewLine(each)} (dry run)\n`)
  for (const each of stale) io.write(`deleted ${installedName(each)} (dry run)\n`)
  if (changes.length + stale.length === 0) io.say('nothing would change')
  return 0
}

interface Order extends Place {
  readonly work: Work
  /** Undefined for who does not wait. */
  readonly timeoutMs: number | undefined
}

async function install(link: Link, { work, io, namespace, timeoutMs }: Order): Promise<ExitCode> {
  const { previews, stale } = work
  const changes = previews.filter(({ kind }) => kind !== 'unchanged')
  await inOrder(io, [...crdsFirst(link, changes, io), ...stale.map(object => () => remove(link, object, io))])
  const isSame = changes.length + stale.length === 0
  if (isSame) io.say(`nothing changed: Fitout ${version} is installed in namespace ${namespace}`)
  if (timeoutMs !== undefined && !(await isRunning(link, { previews, io, namespace, timeoutMs }))) return 3
  if (!isSame)
    io.say(`installed Fitout ${version} in namespace ${namespace}: ${counted(changes.length, 'object')}`)
  sayTry(io, namespace === installed.namespace ? 'fitout check' : `fitout check --namespace ${namespace}`)
  return 0
}

type Task = () => Promise<void>

// The rest may be of these kinds.
function crdsFirst(link: Link, changes: readonly Preview[], io: Io): readonly Task[] {
  const crds = changes.filter(({ object }) => object.kind === 'CustomResourceDefinition')
  const rest = changes.filter(change => !crds.includes(change))
  const apply = (change: Preview) => () => applyChange(link, change, io)
  const objects = crds.map(({ object }) => object)
  return [...crds.map(apply), () => untilEstablished(link, objects), ...rest.map(apply)]
}

/** Does one thing after the other. If one cannot be done, it says that those before it are done. */
async function inOrder(io: Io, tasks: readonly Task[]): Promise<void> {
  for (const [index, task] of tasks.entries()) {
    try {
      await task()
    } catch (error) {
      if (error instanceof Refusal && index > 0)
        io.say('note: the installation is incomplete; run the same command again to complete it')
      throw error
    }
  }
}

async function applyChange(link: Link, change: Preview, io: Io): Promise<void> {
  const { object } = change
  const { plural } = installedResource(object.apiVersion, object.kind)
  const { namespace } = object.metadata
  const asked = { what: `apply ${installedName(object)}`, right: `patch ${plural}`, namespace }
  await callManagement(link, asked, () => applyInstalled(link.management, object))
  io.write(`${previewLine(change)}\n`)
}

/** Deletes an object, if it is still there, and says so. */
export async function remove(link: Link, object: KubeObject, io: Io): Promise<void> {
  const resource = installedResource(object.apiVersion, object.kind)
  const { name, namespace, uid } = object.metadata
  const place = { resource, name, ...(namespace === undefined ? {} : { namespace }) }
  const asked = { what: `delete ${installedName(object)}`, right: `delete ${resource.plural}`, namespace }
  await callManagement(link, asked, async () => {
    try {
      await link.management.delete(place, uid === undefined ? {} : { uid })
    } catch (error) {
      if (!hasCode(error, 'NotFound')) throw error
    }
  })
  io.write(`deleted ${installedName(object)}\n`)
}

interface Waiting extends Place {
  readonly previews: readonly Preview[]
  readonly timeoutMs: number
}

async function isRunning(link: Link, { previews, io, namespace, timeoutMs }: Waiting): Promise<boolean> {
  const deployments = previews
    .filter(({ object }) => object.kind === 'Deployment')
    .map(({ object }) => object)
  const missing = await untilRunning(link, { deployments, namespace, timeoutMs, tell: line => io.say(line) })
  if (missing === undefined) return true
  sayError(io, `Fitout does not run yet: ${missing}`)
  sayTry(io, namespace === installed.namespace ? 'fitout check' : `fitout check --namespace ${namespace}`)
  return false
}
