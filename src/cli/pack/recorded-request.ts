import { FluxInstallError } from '../../domain/flux-install/flux-install-error.ts'
import { readFluxOptions } from '../../domain/flux-install/read-flux-options.ts'
import { readFluxVersion } from '../../domain/flux-install/read-flux-version.ts'
import { compileLabelSelector, readLabelSelector } from '../../domain/labels/label-selector.ts'
import { SelectorError } from '../../domain/labels/selector-error.ts'
import { dns1123LabelProblems } from '../../domain/names/dns-name.ts'
import type { Content } from '../../domain/pack/manifest.ts'
import type { PackOptions } from '../../domain/pack/pack-options.ts'
import { RecordReader } from '../../domain/pack/record-reader.ts'
import { Refusal } from '../command/refusal.ts'
import { isAddress } from '../sources/https/source-address.ts'
import type { FluxRelease, PackRequest } from './pack-request.ts'

/**
 * What to do to make a pack again, as its record in `file` says; sources that are addresses must still have the same content.
 *
 * A person may have edited it: for any content there is a request or a PackError.
 */
export function recordedRequest(record: Content, file: string): PackRequest {
  const reader = new RecordReader(record, { file, field: '' })
  const name = recordedName(record, file)
  return {
    name,
    sources: recordedSources(name, reader),
    options: recordedOptions(reader.part('options')),
    flux: recordedFlux(record, file),
  }
}

/** The name of a pack, as its record says. */
export function recordedName(record: Content, file: string): string {
  return labelIn(new RecordReader(record, { file, field: '' }).part('metadata'), 'name')
}

/** The namespace of a pack on the management cluster, as its record says. */
export function recordedNamespace(record: Content, file: string): string {
  return labelIn(new RecordReader(record, { file, field: '' }).part('options'), 'namespace')
}

function labelIn(reader: RecordReader, key: string): string {
  const text = reader.word(key)
  const [problem] = dns1123LabelProblems(text)
  return problem === undefined ? text : reader.refuse(`${key}:`, problem)
}

// All files of a folder have the same argument, and are found again with it.
function recordedSources(name: string, reader: RecordReader): readonly string[] {
  const words = new Set(reader.parts('sources').map(source => recordedSource(name, source)))
  return words.size > 0 ? [...words] : reader.refuse('sources', 'must have at least one entry')
}

function recordedSource(name: string, source: RecordReader): string {
  const key = source.value('from') === undefined ? 'path' : 'from'
  const path = source.word(key)
  if (/\p{Cc}/u.test(path)) source.refuse(key, 'must have no control character')
  // What an address had behind its question mark is not written down, as it may be a password.
  if (path === '<stdin>' || path === '-' || path.endsWith('?…')) throw notAgain(name, path)
  return isAddress(path) ? `${path}#sha256=${source.word('sha256')}` : path
}

function notAgain(name: string, path: string): Refusal {
  const what = path.endsWith('?…') ? path : 'standard input'
  return new Refusal(`cannot make pack ${name} again: it was made from ${what}, which must be given again`, {
    exitCode: 2,
    fix: `give the sources and flags that it was made with after: fitout pack ${name}`,
  })
}

function recordedOptions(options: RecordReader): PackOptions {
  return {
    namespace: labelIn(options, 'namespace'),
    selector: recordedSelector(options),
    strategy: options.oneOf('strategy', ['Reconcile', 'ApplyOnce']),
    apiVersion: options.oneOf('apiVersion', [
      'addons.cluster.x-k8s.io/v1beta2',
      'addons.cluster.x-k8s.io/v1beta1',
    ]),
    descriptions: options.oneOf('descriptions', ['keep', 'strip']),
    apply: options.oneOf('apply', ['client-side', 'server-side']),
  }
}

function recordedSelector(options: RecordReader): PackOptions['selector'] {
  try {
    const given = options.value('selector')
    const selector = readLabelSelector(given)
    const compiled = compileLabelSelector(given)
    if (selector && compiled.selects === 'matching' && compiled.requirements.length > 0) return selector
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error
    options.refuse('selector:', error.message)
  }
  return options.refuse('selector', 'must not be empty')
}

/** The release of Flux that a pack was made of, as its record says. */
export function recordedFlux(record: Content, file: string): FluxRelease | undefined {
  const reader = new RecordReader(record, { file, field: '' })
  if (reader.value('flux') === undefined) return undefined
  const flux = reader.part('flux')
  try {
    return {
      version: readFluxVersion(flux.word('version')).label.slice(1),
      options: readFluxOptions({
        components: flux.texts('components'),
        namespace: flux.text('namespace'),
        networkPolicy: flux.flag('networkPolicy'),
        registry: flux.text('registry'),
        imagePullSecret: flux.text('imagePullSecret'),
        tolerationKeys: flux.texts('tolerationKeys'),
        logLevel: flux.text('logLevel'),
        watchAllNamespaces: flux.flag('watchAllNamespaces'),
        clusterDomain: flux.text('clusterDomain'),
      }),
    }
  } catch (error) {
    if (!(error instanceof FluxInstallError)) throw error
    return flux.refuse(`${camelCase(error.option ?? '')}:`, error.reason)
  }
}

function camelCase(option: string): string {
  return option.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** The options of Flux, as the record of a pack keeps them. */
export function fluxRecord({ version, options }: FluxRelease): Content {
  const { imagePullSecret, tolerationKeys, ...rest } = options
  return {
    version,
    ...rest,
    ...(imagePullSecret === undefined ? {} : { imagePullSecret }),
    ...(tolerationKeys.length === 0 ? {} : { tolerationKeys }),
  }
}
