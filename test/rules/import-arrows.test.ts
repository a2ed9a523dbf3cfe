import { describe, expect, test } from 'vitest'
import { importFault } from './import-arrows.ts'

const allowed = [
  {
    name: 'a folder may import from a lower layer',
    file: 'src/domain/plan/a.ts',
    specifier: '../health/b.ts',
  },
  { name: 'a folder may import from itself', file: 'src/domain/plan/a.ts', specifier: './b/c.ts' },
  {
    name: 'a test may import from a higher layer',
    file: 'src/domain/health/a.test.ts',
    specifier: '../plan/b.ts',
  },
  {
    name: 'folders that are one thing may import from each other',
    file: 'src/simulator/store/a.ts',
    specifier: '../write/b.ts',
  },
  { name: 'an arrow may be followed', file: 'src/controller/add-on/a.ts', specifier: '../../domain/b.ts' },
  { name: 'src/kube may import the client', file: 'src/kube/a.ts', specifier: '@kubernetes/client-node' },
  { name: 'any package but the client is free', file: 'src/domain/a.ts', specifier: 'js-yaml' },
  {
    name: 'a subfolder may share its name with a row',
    file: 'src/cli/commands/a.ts',
    specifier: '../controller/b.ts',
  },
  {
    name: 'a test may use what tests share',
    file: 'src/domain/a.test.ts',
    specifier: '../../test/build/b.ts',
  },
  {
    name: 'a deep test may use what tests share by its short name',
    file: 'src/domain/plan/a.test.ts',
    specifier: '#test/domain/b.ts',
  },
  { name: 'a test of the domain may read files', file: 'src/domain/a.test.ts', specifier: 'node:fs' },
  { name: 'the version is read from package.json', file: 'src/cli/a.ts', specifier: '../../package.json' },
  {
    name: 'the console may use the domain',
    file: 'console/src/a/b.tsx',
    specifier: '../../../src/domain/c.ts',
  },
  { name: 'the lab may import from release', file: 'lab/stories/a.ts', specifier: '../../release/b.ts' },
  { name: 'release may read the commands', file: 'release/man/a.ts', specifier: '../../src/cli/commands.ts' },
  { name: 'the lab may import from src', file: 'lab/stories/a.test.ts', specifier: '../../src/kube/b.ts' },
]

const faulty = [
  {
    name: 'release must not depend on the lab',
    file: 'release/image/a.ts',
    specifier: '../../lab/lab.ts',
    want: 'release may import from itself, cli; not from lab',
  },
  {
    name: 'the command must not depend on how it is released',
    file: 'src/cli/a.ts',
    specifier: '../../release/main.ts',
    want: 'cli may import from itself, domain, engine, controller, kube, simulator, fleet, forge, migrate, scaffold, server; not from release',
  },
  {
    name: 'the domain must not load Node',
    file: 'src/domain/a.ts',
    specifier: 'node:fs',
    want: 'src/domain runs in the browser too; take what you need as a parameter',
  },
  {
    name: 'the domain must not load Node by its old names',
    file: 'src/domain/a.ts',
    specifier: 'fs/promises',
    want: 'src/domain runs in the browser too; take what you need as a parameter',
  },
  {
    name: 'a fault names what is allowed',
    file: 'src/controller/a.ts',
    specifier: '../kube/b.ts',
    want: 'controller may import from itself, domain, engine; not from kube',
  },
  {
    name: 'a deep file is held to the arrows of its folder',
    file: 'src/engine/a/b.ts',
    specifier: '../../domain/c.ts',
    want: 'engine may import from itself; not from domain',
  },
  {
    name: 'a detour is seen through',
    file: 'src/engine/a.ts',
    specifier: './x/../../kube/b.ts',
    want: 'engine may import from itself; not from kube',
  },
  {
    name: 'src must not import from the lab, even in a test',
    file: 'src/kube/a.test.ts',
    specifier: '../../lab/b.ts',
    want: 'kube may import from itself, domain, engine, controller; not from lab',
  },
  {
    name: 'what ships must not import from test',
    file: 'src/engine/a.ts',
    specifier: '../../test/build/b.ts',
    want: 'engine may import from itself; not from test',
  },
  {
    name: 'what ships must not import from test by its short name either',
    file: 'src/engine/a.ts',
    specifier: '#test/engine/b.ts',
    want: 'engine may import from itself; not from test',
  },
  {
    name: 'the console must not load the code of the server',
    file: 'console/src/a.tsx',
    specifier: '../../src/server/b.ts',
    want: 'console may import from itself, domain, scaffold, simulator, server (types); not from server',
  },
  {
    name: 'what reads a fleet must not depend on commands',
    file: 'src/fleet/read/a.ts',
    specifier: '../../cli/command/refusal.ts',
    want: 'fleet may import from itself, domain, engine, controller, simulator; not from cli',
  },
  {
    name: 'the server must not depend on commands',
    file: 'src/server/a.ts',
    specifier: '../cli/command/refusal.ts',
    want: 'server may import from itself, domain, engine, controller, kube, simulator, fleet, forge, scaffold; not from cli',
  },
  {
    name: 'the lab must not import the client',
    file: 'lab/a.ts',
    specifier: '@kubernetes/client-node',
    want: 'only src/kube talks to the Kubernetes client; give this folder a port and let src/kube implement it',
  },
  {
    name: 'a folder without arrows is told so',
    file: 'src/utils/a.ts',
    specifier: '../domain/b.ts',
    want: 'give src/utils its arrows in test/rules/import-arrows.ts',
  },
  {
    name: 'a file beside the folders is told so',
    file: 'src/a.ts',
    specifier: './domain/b.ts',
    want: 'give src its arrows in test/rules/import-arrows.ts',
  },
  {
    name: 'a folder must not import from a higher layer',
    file: 'src/controller/views/a.ts',
    specifier: '../metrics/b.ts',
    want: 'controller/metrics is not in a lower layer than controller/views: see test/rules/layers.ts',
  },
  {
    name: 'a folder without a layer is told so',
    file: 'src/domain/misc/a.ts',
    specifier: '../yaml/b.ts',
    want: 'give src/domain/misc its layer in test/rules/layers.ts',
  },
  {
    name: 'a long climb is refused where arrows allow it',
    file: 'src/cli/a/b/c.ts',
    specifier: '../../../domain/d.ts',
    want: 'climb at most two folders; move the code closer to its user',
  },
]

describe('import arrows', () => {
  for (const { name, want, ...found } of [...allowed.map(row => ({ ...row, want: undefined })), ...faulty]) {
    test(name, () => expect(importFault({ ...found, typesOnly: false })).toBe(want))
  }

  test('the console may know the types of the server', () => {
    const found = { file: 'console/src/a.tsx', specifier: '../../src/server/b.ts', typesOnly: true }
    expect(importFault(found)).toBeUndefined()
  })

  test('types do not soften any other arrow', () => {
    const found = { file: 'src/controller/a.ts', specifier: '../kube/b.ts', typesOnly: true }
    expect(importFault(found)).toBe('controller may import from itself, domain, engine; not from kube')
  })
})
