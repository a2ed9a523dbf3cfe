import { single, string, type Apply, type ArgumentType, type FunctionBinding } from '../plan/binding.ts'
import { ValueList } from '../value/cel-list.ts'
import { ValueMap } from '../value/cel-map.ts'
import { CelOpaque } from '../value/cel-opaque.ts'
import { Fault, NO_SUCH_OVERLOAD, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import { isRequestUrl, parseGoUrl, parseUrlQuery, splitHostPort, type GoUrl } from './go-url.ts'

/** A URL. */
class CelUrl extends CelOpaque {
  readonly typeName = 'kubernetes.URL'
  readonly url: GoUrl

  constructor(url: GoUrl) {
    super()
    this.url = url
  }

  comparesWith(other: CelValue): boolean {
    return other instanceof CelUrl
  }

  equals(other: CelValue): boolean {
    return other instanceof CelUrl && other.url.text === this.url.text
  }

  toString(): string {
    return this.url.text
  }
}

const urlType: ArgumentType = { name: 'kubernetes.URL' }

/** URLs and their parts. */
export const urlFunctions: readonly (readonly [string, FunctionBinding])[] = [
  single('url', { args: [string], apply: ofText(toUrl) }),
  single('isURL', { args: [string], apply: ofText(isRequestUrl) }),
  single('getScheme', { args: [urlType], apply: ofUrl(({ scheme }) => scheme) }),
  single('getHost', { args: [urlType], apply: ofUrl(({ host }) => host) }),
  single('getHostname', { args: [urlType], apply: ofUrl(({ host }) => splitHostPort(host).name) }),
  single('getPort', { args: [urlType], apply: ofUrl(({ host }) => splitHostPort(host).port) }),
  single('getEscapedPath', { args: [urlType], apply: ofUrl(({ escapedPath }) => escapedPath) }),
  single('getQuery', { args: [urlType], apply: ofUrl(({ rawQuery }) => queryMap(rawQuery)) }),
]

function ofText(convert: (text: string) => CelOutcome): Apply {
  return ([text], meter) => {
    if (typeof text !== 'string') return new Fault(NO_SUCH_OVERLOAD)
    meter.chargeText(text.length * 4)
    return convert(text)
  }
}

function ofUrl(part: (url: GoUrl) => CelOutcome): Apply {
  return ([value], meter) => {
    if (!(value instanceof CelUrl)) return new Fault(NO_SUCH_OVERLOAD)
    meter.chargeText(value.url.text.length * 4)
    return part(value.url)
  }
}

function toUrl(text: string): CelOutcome {
  const url = parseGoUrl(text)
  return url ? new CelUrl(url) : new Fault('URL parse error during conversion from string')
}

function queryMap(query: string): ValueMap {
  const map = new ValueMap()
  for (const [name, values] of parseUrlQuery(query)) map.set(name, new ValueList(values))
  return map
}
