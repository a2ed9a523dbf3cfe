import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readStrictYaml } from '../../domain/yaml/read-go-yaml.ts'
import { object, PackScene } from '#test/cli/pack-scene.ts'

const folder = 'infrastructure/packs/web'
const record = `${folder}/pack.yaml`

let scene: PackScene
beforeEach(async () => {
  scene = await PackScene.open()
  await scene.given({ 'a.yaml': object('ConfigMap', 'a') })
  await scene.run('pack web a.yaml')
})
afterEach(() => scene.close())

const flux = (options: string) => ({
  from: 'options:\n',
  to: `flux: {version: 2.9.4, ${options}}\noptions:\n`,
})

describe('A record that a user edited is refused:', () => {
  const cases = [
    {
      name: 'a name that is none',
      from: '  name: web\n',
      to: '  name: a/b\n',
      want: 'metadata.name: a lowercase RFC 1123 label must',
    },
    {
      name: 'a name that is no text',
      from: '  name: web\n',
      to: '  name: 5\n',
      want: 'metadata.name must be a string',
    },
    {
      name: 'metadata that is no object',
      from: 'metadata:\n  name: web\n',
      to: 'metadata: web\n',
      want: 'metadata must be an object',
    },
    {
      name: 'an empty namespace',
      from: 'namespace: default',
      to: 'namespace: ""',
      want: 'options.namespace must be a string that is not empty',
    },
    {
      name: 'a namespace that is none',
      from: 'namespace: default',
      to: 'namespace: a/b',
      want: 'options.namespace: a lowercase RFC 1123 label must',
    },
    {
      name: 'labels that are no texts',
      from: '"true"',
      to: 'true',
      want: 'options.selector: cannot read label selector: matchLabels[web.fitout.dev/enabled] must be a string',
    },
    {
      name: 'a label that is none',
      from: '"true"',
      to: '"a b"',
      want: 'options.selector: cannot use label selector',
    },
    {
      name: 'a selector for nothing',
      from: 'selector:',
      to: 'selector: {}\n  other:',
      want: 'options.selector must not be empty',
    },
    {
      name: 'an unknown strategy',
      from: 'strategy: Reconcile\n  api',
      to: 'strategy: Never\n  api',
      want: 'options.strategy must be Reconcile or ApplyOnce',
    },
    { name: 'no options', from: 'options:', to: 'others:', want: 'options must be an object' },
    {
      name: 'no sources',
      from: 'sources:',
      to: 'sources: []\nothers:',
      want: 'sources must have at least one entry',
    },
    {
      name: 'sources that are no list',
      from: 'sources:',
      to: 'sources: a.yaml\nothers:',
      want: 'sources must be a list',
    },
    {
      name: 'a source without a path',
      from: 'path: a.yaml',
      to: 'path: ""',
      want: 'sources[0].path must be a string that is not empty',
    },
    {
      name: 'a path that no system knows',
      from: 'path: a.yaml',
      to: 'path: "a\\0"',
      want: 'sources[0].path must have no control character',
    },
    {
      name: 'a folder that is no text',
      from: 'path: a.yaml',
      to: 'path: a.yaml\n  from: 7',
      want: 'sources[0].from must be a string',
    },
    {
      name: 'a digest that is none',
      from: 'path: a.yaml',
      to: 'path: https://example.com/a.yaml\n- path: https://example.com/b.yaml',
      want: 'sources[0].sha256 must be a string',
    },
    {
      name: 'a version that Flux does not have',
      ...flux('x: y'),
      want: '',
      to: 'flux: {version: 1.0.0}\noptions:\n',
      want2: 'flux.version must be 2.2.0 or newer',
    },
    {
      name: 'an unknown log level',
      ...flux('logLevel: loud'),
      want: 'flux.logLevel: must be one of debug, info, error',
    },
    {
      name: 'an unknown component',
      ...flux('components: [source]'),
      want: 'flux.components: unknown component "source"',
    },
    {
      name: 'components that are no texts',
      ...flux('components: [1]'),
      want: 'flux.components[0] must be a string',
    },
    {
      name: 'a network policy that is no answer',
      ...flux('networkPolicy: "no"'),
      want: 'flux.networkPolicy must be true or false',
    },
  ]
  test.each(cases)('$name', async ({ from, to, want }) => {
    const text = await scene.read(record)
    expect(text).toContain(from)
    await scene.given({ [record]: text.replace(from, to) })
    const said = await scene.run('pack web --check')
    expect(said).toContain(`error: cannot read ${record}: ${want}`)
    expect(said).toContain('(exit 1)')
  })
})

describe('However a pack was edited', () => {
  const texts = [
    '',
    '-',
    '.',
    '..',
    '/',
    'a/b',
    'a\0',
    '<stdin>',
    'a?…',
    'https://127.0.0.1/a',
    'x'.repeat(5000),
  ]
  const odd = fc.oneof(
    fc.constantFrom(...texts),
    fc.constantFrom(null, true, 0, -1, 1.5, [], {}, [[]], [null], { a: 1 }, { matchLabels: { a: null } }),
    fc.jsonValue(),
  )
  const edit = fc.record({ path: fc.array(fc.nat(20), { maxLength: 5 }), put: odd })
  const lines = ['pack web --check', 'pack --check', 'pack web --diff', 'pack --diff', 'pack web']

  test('there are words for it, and no crash', async () => {
    const files = ['pack.yaml', 'clusterresourcesets.yaml', 'configmap-web.yaml'].map(
      file => `${folder}/${file}`,
    )
    const entries = await Promise.all(files.map(async file => [file, await scene.read(file)] as const))
    const before = Object.fromEntries(entries)
    const flux = 'flux: {version: 2.9.4, logLevel: info, components: [source-controller]}\noptions:\n'
    const given = [...entries, [record, before[record]?.replace('options:\n', flux) ?? ''] as const]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...given),
        edit,
        fc.constantFrom(...lines),
        async ([file, text], { path, put }, line) => {
          await scene.given({ ...before, [file]: JSON.stringify(changed(readStrictYaml(text), path, put)) })
          expect(await scene.run(line)).toMatch(/\(exit [012]\)/)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('also if nothing of it is left', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async text => {
        await scene.given({ [record]: text })
        expect(await scene.run('pack web --check')).toMatch(/\(exit [12]\)/)
      }),
      { numRuns: 30 },
    )
  })
})

/** The same value with another one at one place, which the numbers choose. */
function changed(value: unknown, path: readonly number[], put: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined || typeof value !== 'object' || value === null) return put
  const keys = Object.keys(value)
  const key = keys[first % Math.max(1, keys.length)]
  if (key === undefined) return put
  if (Array.isArray(value))
    return value.map((entry, index) => (`${index}` === key ? changed(entry, rest, put) : entry))
  return { ...value, [key]: changed(Reflect.get(value, key), rest, put) }
}
