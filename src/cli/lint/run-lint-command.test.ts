import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryIo } from '#test/cli/memory-io.ts'
import { runCli } from '../run-cli.ts'

const source = `# The repository of the fleet.
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata:
  name: fleet # kept
  namespace: flux-system
spec:
  url: git@git.example.com:fleet.git # kept as well
  interval: 1d
`
const secret = `apiVersion: v1
kind: Secret
metadata: {name: app, namespace: apps}
stringData:
  password: hunter22
`

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'fitout-lint-'))))
afterEach(async () => rm(folder, { recursive: true }))

async function given(files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

async function lint(
  words = '',
  { below = '', stdin = '' } = {},
): Promise<{ readonly code: number; readonly out: string; readonly said: string }> {
  const io = memoryIo({ cwd: join(folder, below), stdin })
  const code = await runCli(['lint', ...words.split(' ').filter(Boolean)], io)
  return { code, out: io.stdout(), said: io.stderr() }
}

describe('fitout lint', () => {
  test('says that a clean repository is clean', async () => {
    await given({ 'a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n' })
    expect(await lint()).toEqual({ code: 0, out: '1 file, no problems\n', said: '' })
  })

  test('tells each problem with its place, its code and what to do, and sums up', async () => {
    await given({ 'sources/fleet.yaml': source })
    expect(await lint()).toEqual({
      code: 1,
      out: `sources/fleet.yaml:8:8: error: GitRepository flux-system/fleet has an address that Flux refuses: it must begin with https://, http:// or ssh://  GIT_URL_FORM
  fix: write ssh://git@git.example.com/fleet.git
sources/fleet.yaml:9:13: error: GitRepository flux-system/fleet has spec.interval "1d", which is not a duration with ms, s, m or h  INTERVAL_FORM
  fix: write 24h
2 problems in 1 of 1 file: 2 errors; 2 can be fixed
`,
      said: '',
    })
  })

  test('fixes what is safe, and keeps every comment and the order of the file', async () => {
    await given({ 'sources/fleet.yaml': source })
    expect(await lint('--fix')).toEqual({
      code: 0,
      out: '1 file, no problems\n',
      said: 'fixed 2 problems in 1 file\n',
    })
    expect(await readFile(join(folder, 'sources/fleet.yaml'), 'utf8')).toBe(
      source
        .replace('git@git.example.com:fleet.git', 'ssh://git@git.example.com/fleet.git')
        .replace('1d', '24h'),
    )
  })

  test('keeps Windows lines, a byte order mark and every byte that it has no reason to change', async () => {
    const other =
      '\uFEFFapiVersion: v1\r\nkind: ConfigMap\r\nmetadata: {name: a, namespace: a}\r\ndata:\r\n  tab: "a\tb" \t# kept\t\r\n'
    const windows = `\uFEFF${source.replaceAll('\n', '\r\n')}\r\n---\r\n# last`
    await given({ 'fleet.yaml': windows, 'other.yaml': other })
    await lint('--fix')
    expect(await readFile(join(folder, 'other.yaml'), 'utf8')).toBe(other)
    const fixed = await readFile(join(folder, 'fleet.yaml'), 'utf8')
    expect(fixed).toBe(
      windows
        .replace('git@git.example.com:fleet.git', 'ssh://git@git.example.com/fleet.git')
        .replace('1d', '24h'),
    )
    expect(await lint('--fix')).toEqual({ code: 0, out: '2 files, no problems\n', said: '' })
    expect(await readFile(join(folder, 'fleet.yaml'), 'utf8')).toBe(fixed)
  })

  test('does not touch what it has nothing to fix in', async () => {
    await given({ 'fleet.yaml': source, 'other.yaml': secret })
    const before = await stat(join(folder, 'other.yaml'))
    await lint('--fix')
    const { ino, mtimeMs } = await stat(join(folder, 'other.yaml'))
    expect([ino, mtimeMs]).toEqual([before.ino, before.mtimeMs])
  })

  test('fixes a file that others link to, once, and leaves the links', async () => {
    await given({ 'a/fleet.yaml': source })
    await symlink('a/fleet.yaml', join(folder, 'b.yaml'))
    expect((await lint('--fix')).code).toBe(0)
    expect(await readlink(join(folder, 'b.yaml'))).toBe('a/fleet.yaml')
    expect(await readFile(join(folder, 'b.yaml'), 'utf8')).toContain('24h')
  })

  test('writes nothing through links out of the repository', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'fitout-outside-'))
    try {
      await writeFile(join(outside, 'fleet.yaml'), source)
      await symlink(outside, join(folder, 'folder'))
      await symlink(join(outside, 'fleet.yaml'), join(folder, 'file.yaml'))
      expect((await lint('--fix')).code).toBe(0)
      expect(await readFile(join(outside, 'fleet.yaml'), 'utf8')).toBe(source)
    } finally {
      await rm(outside, { recursive: true })
    }
  })

  test('fixes all files or none: a read-only one is named, and the others stay as they are', async () => {
    await given({ 'a.yaml': source, 'b/c.yaml': source })
    await chmod(join(folder, 'b/c.yaml'), 0o444)
    expect(await lint('--fix')).toEqual({
      code: 1,
      out: '',
      said: 'error: cannot write b/c.yaml: it is read-only\nfix: allow it to be written, or name other paths\n',
    })
    expect(await readFile(join(folder, 'a.yaml'), 'utf8')).toBe(source)
    expect((await readdir(folder)).toSorted()).toEqual(['a.yaml', 'b'])
  })

  test('never shows the value of a Secret, in any format', async () => {
    await given({ 'app.yaml': secret })
    for (const form of ['text', 'json', 'github', 'gitlab', 'sarif']) {
      const { code, out } = await lint(`-o ${form}`)
      expect([code, out.includes('SECRET_IN_CLEAR_TEXT'), out.includes('hunter22')]).toEqual([1, true, false])
    }
  })

  test('judges the whole repository from any folder, and tells about the paths that were named', async () => {
    await given({
      'fitout.yaml':
        'apiVersion: fitout.dev/v1alpha1\nkind: FleetRepository\ngit: {url: "https://git.example.com/fleet.git"}\nenvironments: {dev: {}}\n',
      'sources/fleet.yaml': source,
      'apps/secret.yaml': secret,
    })
    expect((await lint('', { below: 'apps' })).out).toMatch(
      /^secret\.yaml:5:3: error: .*\n.*\n1 problem in 1 of 1 file/,
    )
    expect((await lint('../sources', { below: 'apps' })).out).toMatch(/^\.\.\/sources\/fleet\.yaml:8:8: /)
    expect((await lint('apps/secret.yaml')).out).toMatch(/^apps\/secret\.yaml:5:3: /)
  })

  test('does not miss a file that Git is told to ignore: a build makes it', async () => {
    const list = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [made.yaml]\n'
    await given({ 'a/kustomization.yaml': list, 'a/.gitignore': 'made.yaml\n' })
    expect(await lint()).toEqual({ code: 0, out: '1 file, no problems\n', said: '' })
    await given({ 'b/kustomization.yaml': list })
    expect((await lint()).out).toMatch(/^b\/kustomization\.yaml:3:13: .* KUSTOMIZE_PATH_MISSING\n/)
  })

  test('judges a folder in a hidden one, if it is named or the one that people are in', async () => {
    await given({ '.git/HEAD': '', '.work/a/fleet.yaml': source })
    expect((await lint()).out).toBe('0 files, no problems\n')
    expect((await lint('.work/a')).out).toMatch(/^\.work\/a\/fleet\.yaml:8:8: error: /)
    expect((await lint('', { below: '.work/a' })).out).toMatch(/^fleet\.yaml:8:8: error: /)
    expect((await lint('fleet.yaml', { below: '.work/a' })).out).toMatch(/^fleet\.yaml:8:8: error: /)
  })

  test('leaves test data alone, unless it is asked for', async () => {
    await given({
      '.git/HEAD': '',
      'a/testdata/fleet.yaml': source,
      'a/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [testdata]\n',
    })
    expect(await lint()).toEqual({
      code: 0,
      out: '1 file, no problems\n',
      said: 'note: not judged, because it is the test data of a program; name it to have it judged: a/testdata\n',
    })
    expect((await lint('a/testdata')).out).toMatch(/^a\/testdata\/fleet\.yaml:8:8: error: /)
    expect((await lint('', { below: 'a/testdata' })).out).toMatch(/^fleet\.yaml:8:8: error: /)
  })

  test('judges standard input', async () => {
    const { code, out } = await lint('-', { stdin: source })
    expect([code, out.split('\n')[0]]).toEqual([1, expect.stringMatching(/^<stdin>:8:8: error: /)])
  })

  test('exits with 0 for warnings, and with 1 if they are denied', async () => {
    await given({
      'a.yaml':
        'apiVersion: source.toolkit.fluxcd.io/v1beta2\nkind: HelmRepository\nmetadata: {name: a, namespace: a}\nspec: {url: "https://a.example.com"}\n',
    })
    expect([(await lint()).code, (await lint('--deny warnings')).code]).toEqual([0, 1])
  })

  test('reports what cannot be read at its place, and judges the others', async () => {
    await given({
      'a.yaml':
        'apiVersion: v1\nkind: [\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {token: hunter22}\n',
    })
    const { out } = await lint()
    expect(out).toMatch(
      /^a\.yaml:3:1: error: not valid YAML: .* YAML_INVALID\na\.yaml:7:14: error: .* SECRET_IN_CLEAR_TEXT\n/,
    )
  })

  test('leaves templates, binary files and links out of the repository alone, and says so once', async () => {
    await given({
      'chart/Chart.yaml': 'apiVersion: v2\nname: a\n',
      'chart/templates/a.yaml': '{{- if .Values.a }}\napiVersion: v1\nkind: Secret\n{{- end }}\n',
      'chart/templates/b.yaml': 'apiVersion: v1\nkind: {{ .Values.kind }}\n',
      'other.yaml': 'apiVersion: v1\nkind: {{ kind }}\n',
      'bytes.yaml': Buffer.from([0, 1, 2]),
    })
    await symlink('/', join(folder, 'away'))
    const { code, out, said } = await lint()
    expect([code, out]).toEqual([0, '4 files, no problems\n'])
    expect(said.split('\n').toSorted()).toEqual([
      '',
      'note: not judged, because it is a link that leads out of the repository: away',
      'note: not judged, because it is a template of a Helm chart: chart/templates/a.yaml, chart/templates/b.yaml',
      'note: not judged, because it is a template: other.yaml',
      'note: not judged, because it is not text: byte 0x00 at offset 0: bytes.yaml',
    ])
  })

  test('says what it does not follow, and why', async () => {
    await given({ 'kustomization.yaml': 'resources:\n- https://github.com/example/base?ref=v1\n' })
    expect(await lint()).toEqual({
      code: 0,
      out: '1 file, no problems\n',
      said: 'note: not followed, because https://github.com/example/base?ref=v1 is not in this repository: kustomization.yaml:2\n',
    })
  })

  test('refuses paths that are not there', async () => {
    expect(await lint('nowhere')).toEqual({
      code: 2,
      out: '',
      said: 'error: there is no file or folder nowhere\n',
    })
  })
})

function ignoring(comment: string): string {
  return source.replace('# kept as well', comment).replace('1d', '1h')
}

describe('A finding is ignored', () => {
  test('by a comment on its line, with a reason', async () => {
    await given({ 'a.yaml': ignoring('# fitout:ignore GIT_URL_FORM a webhook rewrites it') })
    expect(await lint()).toEqual({ code: 0, out: '1 file, no problems; 1 ignored\n', said: '' })
  })

  test('by a comment on the line above', async () => {
    await given({
      'a.yaml': ignoring('').replace(
        '  url:',
        '  # fitout:ignore GIT_URL_FORM a webhook rewrites it\n  url:',
      ),
    })
    expect((await lint()).out).toBe('1 file, no problems; 1 ignored\n')
  })

  test('in fitout.yaml, by path', async () => {
    const fitout =
      'apiVersion: fitout.dev/v1alpha1\nkind: FleetRepository\ngit: {url: "https://git.example.com/fleet.git"}\nenvironments: {dev: {}}\nlint:\n  ignore:\n'
    await given({
      'fitout.yaml': `${fitout}  - path: old\n    code: GIT_URL_FORM\n    reason: goes away in March\n`,
      'old/a.yaml': ignoring(''),
    })
    expect((await lint()).out).toBe('2 files, no problems; 1 ignored\n')
  })

  test('not without a reason, not for a code that does not exist; and an ignore without effect is reported', async () => {
    await given({
      'a.yaml': ignoring('# fitout:ignore GIT_URL_FORM'),
      'b.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: b} # fitout:ignore GIT_URL_FROM because\n',
      'c.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: c} # fitout:ignore GIT_URL_FORM because\n',
    })
    const { out } = await lint()
    expect(
      [...out.matchAll(/^(\w)\.yaml:\d+:\d+: \w+: .* {2}(\w+)$/gm)].map(
        ([, file, code]) => `${file} ${code}`,
      ),
    ).toEqual(['a GIT_URL_FORM', 'a IGNORE_WITHOUT_REASON', 'b IGNORE_UNKNOWN', 'c IGNORE_UNUSED'])
  })
})

describe('For programs', () => {
  test.for(['json', 'github', 'gitlab', 'sarif'])('the answer has its form: %s', async form => {
    await given({ 'sources/a, b.yaml': source })
    const { out } = await lint(`-o ${form}`)
    await expect(
      out.replaceAll(/"version": "\d+\.\d+\.\d+"(?=,\s+"rules")/g, '"version": "…"'),
    ).toMatchFileSnapshot(`../../../test/golden/cli/lint-${form}.txt`)
  })
})
