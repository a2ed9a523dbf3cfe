import { type InstallValues, defaultValues } from '../../domain/install/install-values.ts'
import { readInstallValues } from '../../domain/install/read-values.ts'
import { parseSetLine } from '../../domain/helm-values/set-line/parse-set-line.ts'
import { SetLineError } from '../../domain/helm-values/set-line/set-line-error.ts'
import { readGoYaml } from '../../domain/yaml/read-go-yaml.ts'
import { collectBytes } from '../io/collect-bytes.ts'
import { decodeText } from '../io/decode-text.ts'
import type { Io } from '../io/io.ts'
import { placeFrom } from '../io/place.ts'
import { Refusal } from '../command/refusal.ts'
import { readFile } from '../sources/read-file.ts'
import { SourceReadError } from '../sources/source-read-error.ts'
import { imageRepository } from '../command/version.ts'

/** The flags that say what is installed. */
export interface ValueFlags {
  readonly values: string | undefined
  readonly set: string | undefined
  readonly image: string | undefined
  readonly namespaces: string | undefined
}

const MAX_BYTES = 1024 * 1024

/** Reads what is to be installed: the defaults, then the file, then `--set`, then the flags. */
export async function installValuesOf(flags: ValueFlags, io: Io): Promise<InstallValues> {
  const given = [
    { image: { repository: imageRepository } },
    ...(flags.values === undefined ? [] : [await valuesIn(flags.values, io)]),
    ...(flags.set === undefined ? [] : [setIn(flags.set)]),
    ...(flags.image === undefined ? [] : [{ image: imageIn(flags.image) }]),
    ...(flags.namespaces === undefined ? [] : [{ namespaces: flags.namespaces.split(',') }]),
  ]
  const reading = readInstallValues(given)
  if (reading.kind === 'valid') return reading.values
  throw new Refusal(`cannot read the values: ${reading.problems.join('; ')}`, {
    exitCode: 2,
    fix: 'docs/guides/install.md lists the values',
  })
}

/** Refuses where no image is given: a name without a registry would be pulled from wherever. */
export function demandImage({ image }: InstallValues): void {
  if (image.repository !== defaultValues.image.repository) return
  throw new Refusal('no image is known: this build of fitout is not a release', {
    exitCode: 2,
    fix: 'give --image with the registry, the repository and the tag',
  })
}

/** Refuses a console that nobody could log in to: it would not start. */
export function demandLogin({ console: { enabled, publicUrl, oidc } }: InstallValues): void {
  const missing = [
    ...(publicUrl === '' ? ['console.publicUrl'] : []),
    ...(oidc.issuerUrl === '' ? ['console.oidc.issuerUrl'] : []),
  ]
  if (!enabled || missing.length === 0) return
  throw new Refusal(`cannot install the console without ${missing.join(' and ')}`, {
    exitCode: 2,
    fix: 'set them with --set or --values: docs/guides/console-login.md',
  })
}

async function valuesIn(path: string, io: Io): Promise<unknown> {
  try {
    const bytes =
      path === '-'
        ? await collectBytes(io.stdin(), MAX_BYTES)
        : await readFile(placeFrom(io.cwd(), path), MAX_BYTES)
    const decoded = bytes && decodeText(bytes)
    if (!decoded) throw unreadable(path, `it is larger than ${MAX_BYTES} bytes`)
    if (decoded.kind === 'binary') throw unreadable(path, decoded.cause)
    return readGoYaml(decoded.text)
  } catch (error) {
    if (error instanceof SourceReadError) throw new Refusal(error.message, { exitCode: 2 })
    if (error instanceof Refusal || !(error instanceof Error)) throw error
    throw unreadable(path, error.message)
  }
}

function unreadable(path: string, cause: string): Refusal {
  return new Refusal(`cannot read ${path}: ${cause}`, { exitCode: 2 })
}

function setIn(line: string): unknown {
  try {
    return parseSetLine(line, 'set')
  } catch (error) {
    if (error instanceof SetLineError) throw new Refusal(`flag "--set": ${error.message}`, { exitCode: 2 })
    throw error
  }
}

function imageIn(reference: string): Pick<InstallValues['image'], 'repository' | 'tag' | 'digest'> {
  const [, repository = '', tag = '', digest = ''] =
    /^([^\s@]+?)(?::([\w][\w.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/.exec(reference) ?? []
  if (repository !== '') return { repository, tag, digest }
  throw new Refusal(`flag "--image": ${JSON.stringify(reference)} is not the reference of an image`, {
    exitCode: 2,
  })
}
