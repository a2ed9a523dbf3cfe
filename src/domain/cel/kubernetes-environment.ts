import { arithmetic } from './functions/arithmetic.ts'
import { comparison } from './functions/comparison.ts'
import { conversionNames, conversions, stringOverloads } from './functions/conversions.ts'
import { optionals } from './functions/optionals.ts'
import { sets } from './functions/sets.ts'
import { indexOfOverloads, stringExtension } from './functions/string-extension.ts'
import { strings } from './functions/strings.ts'
import { times } from './functions/times.ts'
import { messageNames, typeNames } from './functions/type-names.ts'
import { ipFunctions, ipToString } from './kubernetes/ip.ts'
import { listExtension } from './kubernetes/list-extension.ts'
import { listFunctions, listIndexOverloads } from './kubernetes/lists.ts'
import { quantityFunctions } from './kubernetes/quantity.ts'
import { regexFunctions } from './kubernetes/regex.ts'
import { urlFunctions } from './kubernetes/url.ts'
import { overloaded } from './plan/binding.ts'
import type { Environment } from './plan/environment.ts'
import { optionalMacros, sortByMacro, standardMacros, twoVariableMacros } from './syntax/macros.ts'
import { CelType } from './value/cel-type.ts'

const formats =
  'named dns1123Label dns1123Subdomain dns1035Label qualifiedName dns1123LabelPrefix dns1123SubdomainPrefix ' +
  'dns1035LabelPrefix labelValue uri uuid byte date datetime'

const missingFunctions: ReadonlySet<string> = new Set([
  'format',
  'semver',
  'isSemver',
  ...formats.split(' ').map(name => `format.${name}`),
])

/**
 * What Kubernetes gives the rules of custom resources, without `format`, named formats, versions and `authorizer`.
 *
 * The API server checks types when a rule is written; here they show when it is evaluated.
 */
export const kubernetesEnvironment: Environment = {
  macros: new Map([...standardMacros, ...optionalMacros, ...twoVariableMacros, sortByMacro]),
  // Later ones replace earlier ones of the same name.
  functions: new Map([
    ...arithmetic,
    ...comparison,
    ...conversions,
    ...strings,
    ...times,
    ...optionals,
    ...stringExtension,
    ...sets,
    ...listFunctions,
    ...listExtension,
    ...regexFunctions,
    ...urlFunctions,
    ...quantityFunctions,
    ...ipFunctions,
    overloaded('indexOf', [listIndexOverloads.indexOf, ...indexOfOverloads.indexOf]),
    overloaded('lastIndexOf', [listIndexOverloads.lastIndexOf, ...indexOfOverloads.lastIndexOf]),
    overloaded('string', [...stringOverloads, ...ipToString]),
  ]),
  types: new Map([...typeNames, ['net.IP', new CelType('net.IP')], ['net.CIDR', new CelType('net.CIDR')]]),
  folded: conversionNames,
  missing: { messages: messageNames, functions: missingFunctions },
}
