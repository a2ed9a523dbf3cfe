import { beforeAll, describe, expect, test } from 'vitest'
import { type Check, checks } from '../run/checks.ts'
import { compilerFindings, deadCodeFindings, type Finding, formatFindings, lintFindings } from './findings.ts'
import { type Outcome, PlantedCopy } from './planted-copy.ts'

// A rule that finds nothing looks just like a rule that is kept. So each is broken once, in a copy of this repository.

interface Plant {
  readonly name: string
  readonly file: string
  readonly content: string | ((before: string) => string)
  /** What the check calls the fault; undefined when it must find none. */
  readonly want: string | undefined
}

interface Subject {
  readonly check: Check
  /** Asks for output that can be taken apart. */
  readonly args?: readonly string[]
  readonly findings: (output: string) => Finding[]
}

const arrows = 'fitout(import-arrows)'

const refusedImports = [
  { name: 'the domain must not import node:fs', file: 'src/domain/fs.ts', from: 'node:fs' },
  { name: 'the domain must not import fs by its old name', file: 'src/domain/old-fs.ts', from: 'fs' },
  { name: 'the domain must not import the engine', file: 'src/domain/engine.ts', from: '../engine/x.ts' },
  { name: 'the engine must not import the domain', file: 'src/engine/domain.ts', from: '../domain/x.ts' },
  {
    name: 'the controller must not import kube',
    file: 'src/controller/add-on/a.ts',
    from: '../../kube/x.ts',
  },
  { name: 'the simulator must not import kube', file: 'src/simulator/kube.ts', from: '../kube/x.ts' },
  { name: 'the controller must not import the server', file: 'src/controller/a.ts', from: '../server/x.ts' },
  { name: 'the server must not import the command line', file: 'src/server/cli.ts', from: '../cli/x.ts' },
  { name: 'src must not import from the lab', file: 'src/engine/lab.ts', from: '../../lab/x.ts' },
  { name: 'src must not import from test', file: 'src/engine/test.ts', from: '../../test/x.ts' },
  { name: 'the console must not import the engine', file: 'console/a.ts', from: '../src/engine/x.ts' },
  {
    name: 'a deep file of the console must not either',
    file: 'console/src/b/a.ts',
    from: '../../../src/engine/x.ts',
  },
  {
    name: 'the controller must not import the client',
    file: 'src/controller/a.ts',
    from: '@kubernetes/client-node',
  },
  { name: 'the lab must not import the client', file: 'lab/client.ts', from: '@kubernetes/client-node' },
  {
    name: 'the proof must not import the plan',
    file: 'src/domain/proof/upwards.ts',
    from: '../plan/x.ts',
  },
  { name: 'a folder of src must have arrows', file: 'src/utils/x.ts', from: '../domain/x.ts' },
].map(({ from, ...plant }) => ({ ...plant, content: importing(from), want: arrows }))

const allowedImports = [
  { name: 'src/kube may import the client', file: 'src/kube/client.ts', from: '@kubernetes/client-node' },
  { name: 'the controller may import the domain', file: 'src/controller/b.ts', from: '../domain/x.ts' },
  { name: 'a test of the domain may import node:fs', file: 'src/domain/fs.test.ts', from: 'node:fs' },
].map(({ from, ...plant }) => ({ ...plant, content: importing(from), want: undefined }))

// The same arrow in every other spelling.
const spelledImports = [
  { name: 'import() is seen', content: "export const load = async () => import('../engine/x.ts')\n" },
  {
    name: 'import() of a template is seen',
    content: 'export const load = async () => import(`../engine/x.ts`)\n',
  },
  { name: 'a computed import() is seen', content: 'export const load = async (x: string) => import(x)\n' },
  { name: 'a named re-export is seen', content: "export { x } from '../engine/x.ts'\n" },
  { name: 'a re-export of everything is seen', content: "export * from '../engine/x.ts'\n" },
  {
    name: 'an import of types is seen',
    content: "import type { X } from '../engine/x.ts'\nexport type Y = X\n",
  },
  { name: 'import() inside a type is seen', content: "export type X = import('../engine/x.ts').X\n" },
].map((plant, index) => ({ ...plant, file: `src/domain/spelled-${index}.ts`, want: arrows }))

const impurities = [
  {
    name: 'the domain must not use process',
    content: 'export const shell = process.env\n',
    want: 'eslint(no-restricted-globals)',
  },
  {
    name: 'the domain must not ask for the time',
    content: 'export const now = () => Date.now()\n',
    want: 'eslint(no-restricted-properties)',
  },
  {
    name: 'the domain must not make a date out of nothing',
    content: 'export const now = () => new Date()\n',
    want: 'fitout(no-hidden-clock)',
  },
  {
    name: 'the domain may make a date out of what it is given',
    content: 'export const date = (text: string) => new Date(text)\n',
    want: undefined,
  },
  {
    name: 'the domain must not be random',
    content: 'export const dice = () => Math.random()\n',
    want: 'eslint(no-restricted-properties)',
  },
].map((plant, index) => ({ ...plant, file: `src/domain/impure-${index}.ts` }))

describeRules({ check: checks.lint, args: ['--format=json'], findings: lintFindings }, [
  ...refusedImports,
  ...allowedImports,
  ...spelledImports,
  ...impurities,
  {
    name: 'the console may import types of the server',
    file: 'console/types.ts',
    content: "export type { X } from '../src/server/x.ts'\n",
    want: undefined,
  },
  {
    name: 'files must not import each other in a circle',
    file: 'src/engine/circle.ts',
    content: "import { two } from './circle-two.ts'\nexport const one = () => two\n",
    want: 'import(no-cycle)',
  },
  {
    name: 'a circle is found from its other end too',
    file: 'src/engine/circle-two.ts',
    content: "import { one } from './circle.ts'\nexport const two = () => one\n",
    want: 'import(no-cycle)',
  },
])

describeRules({ check: checks.domainTypes, findings: compilerFindings }, [
  {
    name: 'the domain does not compile with node:fs',
    file: 'src/domain/a.ts',
    content: importing('node:fs'),
    want: 'TS2591',
  },
  {
    name: 'the domain does not compile with process',
    file: 'src/domain/b.ts',
    content: 'export const shell = process.env\n',
    want: 'TS2591',
  },
  {
    name: 'the domain does not compile with fetch',
    file: 'src/domain/c.ts',
    content: 'export const get = fetch\n',
    want: 'TS2304',
  },
  {
    name: 'the domain does not compile with timers',
    file: 'src/domain/d.ts',
    content: 'export const later = setTimeout\n',
    want: 'TS2304',
  },
  {
    name: 'the domain does not compile with the engine',
    file: 'src/domain/e.ts',
    content: importing('../engine/one.ts'),
    want: 'TS6059',
  },
  {
    name: 'the domain does not compile with import() of the engine',
    file: 'src/domain/f.ts',
    content: "export const load = async () => import('../engine/two.ts')\n",
    want: 'TS6059',
  },
  {
    name: 'the compiler finds the fault where the import is',
    file: 'src/engine/one.ts',
    content: 'export const one = 1\n',
    want: undefined,
  },
  {
    name: 'the compiler finds the fault where the import() is',
    file: 'src/engine/two.ts',
    content: 'export const two = 2\n',
    want: undefined,
  },
])

describeRules({ check: checks.deadCode, args: ['--reporter=json'], findings: deadCodeFindings }, [
  {
    name: 'a file that nobody imports is dead',
    file: 'src/cli/dead.ts',
    content: 'export const dead = 1\n',
    want: 'files src/cli/dead.ts',
  },
  {
    name: 'an export that nobody imports is dead',
    file: 'test/run/tally.ts',
    content: before => `${before}\nexport const forgotten = 1\n`,
    want: 'exports forgotten',
  },
  {
    name: 'a dependency that nobody imports is dead',
    file: 'package.json',
    content: before => before.replace('"devDependencies": {', '"devDependencies": { "forgotten": "1.0.0",'),
    want: 'devDependencies forgotten',
  },
])

describeRules({ check: checks.unreached, args: ['--reporter=json'], findings: deadCodeFindings }, [
  {
    name: 'a file that only a test imports does not ship',
    file: 'src/cli/tested.ts',
    content: 'export const tested = 1\n',
    want: 'files src/cli/tested.ts',
  },
  {
    name: 'the test itself is no file that ships',
    file: 'src/cli/tested.test.ts',
    content: "import { tested } from './tested.ts'\n\ntested.toFixed()\n",
    want: undefined,
  },
  {
    name: 'an export that the product does not import is none',
    file: 'src/cli/io/json-document.ts',
    content: before => `${before}\nexport const onlyTested = 1\n`,
    want: 'exports onlyTested',
  },
  {
    name: 'unless it is marked as one for tests',
    file: 'src/cli/command/say.ts',
    content: before => `${before}\n/** @internal */\nexport const forTests = 1\n`,
    want: undefined,
  },
])

describeRules({ check: checks.format, findings: formatFindings }, [
  {
    name: 'a badly formatted file is named',
    file: 'src/cli/crooked.ts',
    content: 'export  const crooked = "1";\n',
    want: 'format',
  },
])

function describeRules({ check, args = [], findings }: Subject, plants: readonly Plant[]): void {
  describe(check.name, () => {
    let outcome: Outcome

    beforeAll(async () => {
      const copy = await PlantedCopy.create()
      for (const { file, content } of plants) await copy.plant(file, content)
      outcome = await copy.run(check, args)
      await copy.remove()
    }, 600_000)

    test('the check fails on what is planted', () => expect(outcome.passed).toBe(false))

    // That the repository passes as it is, the check itself says; a copy of it is no different.
    test('the check finds nothing else', () => {
      const planted = new Set(plants.map(({ file }) => file))
      expect(findings(outcome.output).filter(({ file }) => !planted.has(file))).toEqual([])
    })

    for (const { name, file, want } of plants) {
      test(name, () => {
        const rules = findings(outcome.output)
          .filter(one => one.file === file)
          .map(({ rule }) => rule)
        expect(rules.find(rule => rule === want) ?? rules[0]).toBe(want)
      })
    }
  })
}

function importing(specifier: string): string {
  return `import * as it from '${specifier}'\n\nexport const kept = it\n`
}
