import { execFile, execFileSync } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }
import { chartRepository, packHelmChart, pushHelmChart } from '../../release/formats/helm-chart.ts'
import { bundleFitout } from '../../release/contents/bundle.ts'
import { imageOfBundle } from '../../release/make-image.ts'
import { pushImage } from '../../release/registry/push-image.ts'
import { RegistryClient } from '../../release/registry/registry-client.ts'
import type { Lab } from '../lab.ts'
import { fitoutCommand } from './fitout-command.ts'

const run = promisify(execFile)

/** A version of Fitout as users get it: an image in the lab's registry, and the command. */
export interface FitoutRelease {
  readonly version: string
  readonly image: string
  /** The file that Node runs. */
  readonly command: string
}

/**
 * Stands for the release before, as long as there is none: a commit of this repository with the API of now, but with fewer
 * presets in its CRDs, another environment in its Deployment and other words in its statuses.
 */
const BEFORE = { commit: '1ff809e637f32d619e70fead60fc5af9496cba6f', version: '0.0.9' } as const

/** Makes the image of this checkout and pushes it to the lab's registry. */
export async function releaseCheckout(lab: Lab): Promise<FitoutRelease> {
  return release(lab, { command: fitoutCommand, version: manifest.version })
}

/** Pushes the chart of this checkout to the lab's registry, beside its image. Gives its address. */
export async function releaseChart(lab: Lab): Promise<string> {
  const image = { host: lab.registry.host, path: 'fitout' }
  const { host, path } = chartRepository(image)
  const chart = await packHelmChart(`${image.host}/${image.path}`)
  await pushHelmChart(new RegistryClient({ host, path }), chart)
  return `oci://${host}/${path}`
}

/** Why the version before cannot be made here: its commit is not in a clone without history. */
export function whyNotBefore(): string | undefined {
  try {
    execFileSync('git', ['cat-file', '-e', `${BEFORE.commit}^{commit}`], { stdio: 'ignore' })
    return undefined
  } catch {
    return `the history of this clone lacks ${BEFORE.commit.slice(0, 7)}`
  }
}

/** Makes the image of the version before and pushes it, as `releaseCheckout` does with this one. */
export async function releaseBefore(lab: Lab): Promise<FitoutRelease> {
  const { commit, version } = BEFORE
  const folder = join(lab.folder, `source-${version}`)
  const archive = `${folder}.tar`
  await mkdir(folder, { recursive: true })
  await run('git', ['archive', '--output', archive, commit])
  await run('tar', ['--extract', '--file', archive, '--directory', folder])
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  const file = join(folder, 'package.json')
  const own = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...own, version }))
  const command = await bundleFitout(join(lab.folder, `fitout-${version}`), folder)
  return release(lab, { command, version })
}

async function release(lab: Lab, made: Pick<FitoutRelease, 'command' | 'version'>): Promise<FitoutRelease> {
  if (process.getuid?.() !== 0) {
    throw new Error('cannot run pods from an image: to mount its files the lab must run as root')
  }
  const { host } = lab.registry
  const image = await imageOfBundle(join(made.command, '..'), made.version)
  await pushImage(new RegistryClient({ host, path: 'fitout' }), image, made.version)
  return { ...made, image: `${host}/fitout:${made.version}` }
}
