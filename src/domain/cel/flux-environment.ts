import { arithmetic } from './functions/arithmetic.ts'
import { comparison } from './functions/comparison.ts'
import { conversionNames, conversions } from './functions/conversions.ts'
import { encoders } from './functions/encoders.ts'
import { format } from './functions/format.ts'
import { optionals } from './functions/optionals.ts'
import { sets } from './functions/sets.ts'
import { stringExtension } from './functions/string-extension.ts'
import { strings } from './functions/strings.ts'
import { times } from './functions/times.ts'
import { messageNames, typeNames } from './functions/type-names.ts'
import type { Environment } from './plan/environment.ts'
import { optionalMacros, standardMacros } from './syntax/macros.ts'

/** What Flux gives its expressions: the language, optionals, and the extensions strings, sets and encoders. */
export const fluxEnvironment: Environment = {
  macros: new Map([...standardMacros, ...optionalMacros]),
  functions: new Map([
    ...arithmetic,
    ...comparison,
    ...conversions,
    ...strings,
    ...times,
    ...optionals,
    ...stringExtension,
    ...format,
    ...sets,
    ...encoders,
  ]),
  types: typeNames,
  folded: conversionNames,
  missing: { messages: messageNames, functions: new Set() },
}
