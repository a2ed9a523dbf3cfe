import { loadGrammar } from '../../src/cli/migrate/load-grammar.ts'

/** For tests: the reader of HCL, loaded once. */
export const parseHcl = await loadGrammar()
