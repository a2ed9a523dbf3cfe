import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KubeconfigError } from './kubeconfig-error.ts'
import { parseKubeconfig } from './parse-kubeconfig.ts'

// The smallest values that have the shape: DER of a sequence with one number in it.
const pem = (label: string, der = 'MAMCAQU=') => `-----BEGIN ${label}-----\n${der}\n-----END ${label}-----\n`
const certificate = pem('CERTIFICATE')
const key = pem('EC PRIVATE KEY')
const base64 = (text: string) => btoa(text)

const CANARY = 'CANARY-d41d8cd98f'
const cluster = { server: 'https://10.0.0.1:6443', 'certificate-authority-data': base64(certificate) }
const tokenUser = { token: CANARY }
const certificateUser = {
  'client-certificate-data': base64(certificate),
  'client-key-data': base64(key),
}

interface Parts {
  readonly cluster?: object
  readonly user?: object
  readonly context?: object
  readonly top?: object
}

function aKubeconfig(parts: Parts = {}): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    preferences: {},
    clusters: [{ name: 'blue', cluster: { ...cluster, ...parts.cluster } }],
    users: [{ name: 'admin', user: parts.user ?? tokenUser }],
    contexts: [{ name: 'admin@blue', context: { cluster: 'blue', user: 'admin', ...parts.context } }],
    'current-context': 'admin@blue',
    ...parts.top,
  })
}

const plainAccess = { server: 'https://10.0.0.1:6443', caData: certificate, auth: { token: CANARY } }

describe('parseKubeconfig reads', () => {
  const contexts = ['one', 'two'].map(name => ({ name, context: { cluster: 'blue', user: 'admin' } }))
  const cases = [
    { name: 'a token', given: aKubeconfig(), want: plainAccess },
    {
      name: 'a certificate with its key',
      given: aKubeconfig({ user: certificateUser }),
      want: { ...plainAccess, auth: { certificate, key } },
    },
    {
      name: 'a key behind the name of its curve',
      given: aKubeconfig({
        user: { ...certificateUser, 'client-key-data': base64(pem('EC PARAMETERS', 'BgMqAwQ=') + key) },
      }),
      want: { ...plainAccess, auth: { certificate, key } },
    },
    {
      name: 'a name for the certificate of the server',
      given: aKubeconfig({ cluster: { 'tls-server-name': 'kubernetes.default' } }),
      want: { ...plainAccess, serverName: 'kubernetes.default' },
    },
    {
      name: 'the only context, when none is current',
      given: aKubeconfig({ top: { 'current-context': '' } }),
      want: plainAccess,
    },
    {
      name: 'the current one of several contexts',
      given: aKubeconfig({ top: { contexts, 'current-context': 'two' } }),
      want: plainAccess,
    },
    {
      name: 'one that says neither its version nor its kind',
      given: aKubeconfig({ top: { apiVersion: undefined, kind: undefined } }),
      want: plainAccess,
    },
    {
      name: 'fields that are there and say nothing',
      given: aKubeconfig({
        cluster: { 'insecure-skip-tls-verify': false, 'certificate-authority': '', 'proxy-url': null },
        user: { ...tokenUser, exec: null, 'as-groups': [], username: '', 'client-key': null },
      }),
      want: plainAccess,
    },
    {
      name: 'certificates with words around them, without the words',
      given: aKubeconfig({
        cluster: {
          'certificate-authority-data': base64(`subject=x\r\n${certificate}\n# two\n${certificate}`),
        },
      }),
      want: { ...plainAccess, caData: certificate + certificate },
    },
    {
      name: 'a server without a port',
      given: aKubeconfig({ cluster: { server: 'HTTPS://API.Example.com/' } }),
      want: { ...plainAccess, server: 'https://api.example.com:443' },
    },
    {
      name: 'a server by IPv6',
      given: aKubeconfig({ cluster: { server: 'https://[fd00::1]:6443' } }),
      want: { ...plainAccess, server: 'https://[fd00::1]:6443' },
    },
    {
      name: 'a server behind a path',
      given: aKubeconfig({ cluster: { server: 'https://rancher.example/k8s/clusters/c-m-1' } }),
      want: { ...plainAccess, server: 'https://rancher.example:443/k8s/clusters/c-m-1' },
    },
    {
      name: 'YAML as clusterctl prints it',
      given: [
        'apiVersion: v1',
        'clusters:',
        '- cluster:',
        `    certificate-authority-data: ${base64(certificate)}`,
        '    server: https://10.0.0.1:6443',
        '  name: blue',
        'contexts:',
        '- context:',
        '    cluster: blue',
        '    user: blue-admin',
        '  name: blue-admin@blue',
        'current-context: blue-admin@blue',
        'kind: Config',
        'preferences: {}',
        'users:',
        '- name: blue-admin',
        '  user:',
        `    token: ${CANARY}`,
        '',
      ].join('\n'),
      want: plainAccess,
    },
    {
      name: 'past a user of another context that would run a program',
      given: aKubeconfig({
        top: {
          users: [
            { name: 'admin', user: tokenUser },
            { name: 'other', user: { exec: { command: 'sh' } } },
          ],
        },
      }),
      want: plainAccess,
    },
  ]
  test.each(cases)('$name', ({ given, want }) => expect(parseKubeconfig(given)).toEqual(want))
})

const server = (text: unknown) => aKubeconfig({ cluster: { server: text } })
const user = (fields: object) => aKubeconfig({ user: { ...tokenUser, ...fields } })
const ca = (data: unknown) => aKubeconfig({ cluster: { 'certificate-authority-data': data } })
const keyData = (data: string) => aKubeconfig({ user: { ...certificateUser, 'client-key-data': data } })

const hostile: readonly (readonly [name: string, given: string, code: string])[] = [
  ['a program to run', user({ exec: { command: 'sh', args: ['-c', CANARY] } }), 'RUNS_PROGRAM'],
  ['an empty program', user({ exec: {} }), 'RUNS_PROGRAM'],
  ['a program as a word', user({ exec: 'sh' }), 'RUNS_PROGRAM'],
  ['a provider of credentials', user({ 'auth-provider': { name: 'gcp' } }), 'RUNS_PROGRAM'],
  ['a provider with a file', user({ 'auth-provider': { config: { tokenFile: '/t' } } }), 'RUNS_PROGRAM'],
  [
    'a provider with a program',
    user({ 'auth-provider': { config: { exec: { command: 'sh' } } } }),
    'RUNS_PROGRAM',
  ],
  ['a token in a file', user({ tokenFile: '/var/run/secrets/token' }), 'READS_FILE'],
  ['a certificate in a file', user({ 'client-certificate': '/etc/passwd' }), 'READS_FILE'],
  ['a key in a file', user({ 'client-key': '../key' }), 'READS_FILE'],
  ['a file that is a list', user({ 'client-key': ['/key'] }), 'READS_FILE'],
  ['an authority in a file', aKubeconfig({ cluster: { 'certificate-authority': '/ca' } }), 'READS_FILE'],
  ['no check of the server', aKubeconfig({ cluster: { 'insecure-skip-tls-verify': true } }), 'NOT_VERIFIED'],
  ['no check, as a word', aKubeconfig({ cluster: { 'insecure-skip-tls-verify': 'true' } }), 'NOT_VERIFIED'],
  ['no check, as a number', aKubeconfig({ cluster: { 'insecure-skip-tls-verify': 1 } }), 'NOT_VERIFIED'],
  ['a proxy', aKubeconfig({ cluster: { 'proxy-url': 'http://proxy:3128' } }), 'USES_PROXY'],
  ['a SOCKS proxy', aKubeconfig({ cluster: { 'proxy-url': 'socks5://proxy' } }), 'USES_PROXY'],
  ['somebody else', user({ as: 'root' }), 'IMPERSONATES'],
  ['groups of somebody else', user({ 'as-groups': ['system:masters'] }), 'IMPERSONATES'],
  ['the UID of somebody else', user({ 'as-uid': '1' }), 'IMPERSONATES'],
  ['extras of somebody else', user({ 'as-user-extra': { scopes: ['x'] } }), 'IMPERSONATES'],
  ['a user name', user({ username: 'admin' }), 'BASIC_AUTH'],
  ['a password', user({ password: CANARY }), 'BASIC_AUTH'],
  [
    'a token and a certificate',
    aKubeconfig({ user: { ...certificateUser, ...tokenUser } }),
    'AMBIGUOUS_AUTH',
  ],
  ['a server without TLS', server('http://10.0.0.1'), 'BAD_SERVER'],
  ['a server without a scheme', server('10.0.0.1:6443'), 'BAD_SERVER'],
  ['a server as a file', server('file:///etc/passwd'), 'BAD_SERVER'],
  ['a server as a socket', server('unix:///run/x.sock'), 'BAD_SERVER'],
  ['a server with a password', server(`https://a:${CANARY}@host`), 'BAD_SERVER'],
  ['a server with a user', server('https://host@evil.example'), 'BAD_SERVER'],
  ['a server with a query', server(`https://host/?token=${CANARY}`), 'BAD_SERVER'],
  ['a server with a fragment', server('https://host/#x'), 'BAD_SERVER'],
  ['a server with escapes', server('https://host/%2e%2e/'), 'BAD_SERVER'],
  ['a server with steps back', server('https://host/a/../b'), 'BAD_SERVER'],
  ['a server with a back-slash', server('https://host\\@evil.example'), 'BAD_SERVER'],
  ['a server with a line break', server('https://host\n.evil'), 'BAD_SERVER'],
  ['a server with a blank', server(' https://host'), 'BAD_SERVER'],
  ['a server with a tab inside', server('https://ho\tst'), 'BAD_SERVER'],
  ['a server on port 0', server('https://host:0'), 'BAD_SERVER'],
  ['a server on port 65536', server('https://host:65536'), 'BAD_SERVER'],
  ['a server with an empty port', server('https://host:'), 'BAD_SERVER'],
  ['a server without a host', server('https:///path'), 'BAD_SERVER'],
  ['a server by one number', server('https://2130706433'), 'BAD_SERVER'],
  ['a server by numbers of another base', server('https://0x7f.0.0.0x1'), 'BAD_SERVER'],
  ['a server by half an address', server('https://127.1'), 'BAD_SERVER'],
  ['a server with a zone', server('https://[fe80::1%25eth0]'), 'BAD_SERVER'],
  ['a server by a broken IPv6 address', server('https://[::::]'), 'BAD_SERVER'],
  ['a server in other letters', server('https://ехample.com'), 'BAD_SERVER'],
  ['a server that is a list', server(['https://host']), 'WRONG_TYPE'],
  ['no server', server(''), 'MISSING'],
  [
    'an address as the name of the server',
    aKubeconfig({ cluster: { 'tls-server-name': '10.0.0.1' } }),
    'BAD_SERVER_NAME',
  ],
  [
    'a name of the server with a line break',
    aKubeconfig({ cluster: { 'tls-server-name': 'a\nb' } }),
    'BAD_SERVER_NAME',
  ],
  [
    'a wildcard as the name of the server',
    aKubeconfig({ cluster: { 'tls-server-name': '*' } }),
    'BAD_SERVER_NAME',
  ],
  ['no authority', ca(null), 'MISSING'],
  ['an authority that is not base64', ca(`${CANARY}!`), 'BAD_BASE64'],
  ['an authority in base64 for URLs', ca('__-_'), 'BAD_BASE64'],
  ['an authority without padding', ca('YQ'), 'BAD_BASE64'],
  ['an authority that is a number', ca(7), 'WRONG_TYPE'],
  ['an authority in PEM without base64 around it', ca(certificate), 'BAD_BASE64'],
  ['an authority that is only text', ca(base64(CANARY)), 'BAD_CERTIFICATE'],
  ['an authority that is not UTF-8', ca('//79'), 'BAD_CERTIFICATE'],
  ['a key as the authority', ca(base64(key)), 'BAD_CERTIFICATE'],
  ['a key behind the authority', ca(base64(certificate + key)), 'BAD_CERTIFICATE'],
  ['an authority with nothing in it', ca(base64(pem('CERTIFICATE', ''))), 'BAD_CERTIFICATE'],
  ['an authority that is no DER', ca(base64(pem('CERTIFICATE', 'AAAA'))), 'BAD_CERTIFICATE'],
  ['an authority that is cut off', ca(base64(certificate.slice(0, 40))), 'BAD_CERTIFICATE'],
  ['an authority with bytes behind it', ca(base64(pem('CERTIFICATE', 'MAMCAQUA'))), 'BAD_CERTIFICATE'],
  [
    'an authority with other borders',
    ca(base64(certificate.replace('END CERT', 'END CRET'))),
    'BAD_CERTIFICATE',
  ],
  ['a key with a password', keyData(base64(pem('ENCRYPTED PRIVATE KEY'))), 'BAD_KEY'],
  [
    'a key with an old kind of password',
    keyData(base64(key.replace('\nMAM', '\nProc-Type: 4,ENCRYPTED\n\nMAM'))),
    'BAD_KEY',
  ],
  ['a certificate as the key', keyData(base64(certificate)), 'BAD_KEY'],
  ['two keys', keyData(base64(key + key)), 'BAD_KEY'],
  [
    'a certificate without a key',
    aKubeconfig({ user: { 'client-certificate-data': base64(certificate) } }),
    'MISSING',
  ],
  ['a key without a certificate', aKubeconfig({ user: { 'client-key-data': base64(key) } }), 'MISSING'],
  ['a user without credentials', aKubeconfig({ user: {} }), 'MISSING'],
  ['a token with a line break', user({ token: `${CANARY}\r\nx-evil: 1` }), 'BAD_TOKEN'],
  ['a token with a blank', user({ token: `${CANARY} x` }), 'BAD_TOKEN'],
  ['a token in other letters', user({ token: `${CANARY}é` }), 'BAD_TOKEN'],
  ['a token that is a number', user({ token: 12_345_678 }), 'WRONG_TYPE'],
  ['a field of a user that nobody knows', user({ [CANARY]: 1 }), 'UNKNOWN_FIELD'],
  ['a field of a cluster that nobody knows', aKubeconfig({ cluster: { 'exec-url': 'x' } }), 'UNKNOWN_FIELD'],
  ['a field of a context that nobody knows', aKubeconfig({ context: { as: 'root' } }), 'UNKNOWN_FIELD'],
  ['a field that nobody knows', aKubeconfig({ top: { include: '/etc' } }), 'UNKNOWN_FIELD'],
  ['a prototype', '{"__proto__": {"clusters": []}}', 'UNKNOWN_FIELD'],
  [
    'a current context that does not exist',
    aKubeconfig({ top: { 'current-context': CANARY } }),
    'UNKNOWN_NAME',
  ],
  [
    'a current context from the prototype',
    aKubeconfig({ top: { 'current-context': 'toString' } }),
    'UNKNOWN_NAME',
  ],
  ['a cluster that does not exist', aKubeconfig({ context: { cluster: 'green' } }), 'UNKNOWN_NAME'],
  ['a user that does not exist', aKubeconfig({ context: { user: CANARY } }), 'UNKNOWN_NAME'],
  ['a context without a user', aKubeconfig({ context: { user: null } }), 'MISSING'],
  ['a context without a cluster', aKubeconfig({ context: { cluster: '' } }), 'MISSING'],
  ['no contexts', aKubeconfig({ top: { contexts: [], 'current-context': '' } }), 'MISSING'],
  ['clusters that are a mapping', aKubeconfig({ top: { clusters: { blue: cluster } } }), 'WRONG_TYPE'],
  [
    'a cluster that is a word',
    aKubeconfig({ top: { clusters: [{ name: 'blue', cluster: 'x' }] } }),
    'WRONG_TYPE',
  ],
  ['a cluster without content', aKubeconfig({ top: { clusters: [{ name: 'blue' }] } }), 'MISSING'],
  ['a cluster without a name', aKubeconfig({ top: { clusters: [{ cluster }] } }), 'MISSING'],
  ['users that are null', aKubeconfig({ top: { users: [null] } }), 'WRONG_TYPE'],
  ['another kind', aKubeconfig({ top: { kind: 'Secret' } }), 'NOT_A_KUBECONFIG'],
  ['another version', aKubeconfig({ top: { apiVersion: 'v2' } }), 'NOT_A_KUBECONFIG'],
  ['nothing', '', 'NOT_A_KUBECONFIG'],
  ['two documents', `${aKubeconfig()}\n---\n${aKubeconfig()}`, 'NOT_A_KUBECONFIG'],
  ['a list', '[]', 'NOT_YAML'],
  ['a word', CANARY, 'NOT_YAML'],
  ['a broken text', `{"token": "${CANARY}`, 'NOT_YAML'],
  ['a key twice', `{"kind": "Config", "kind": "${CANARY}"}`, 'NOT_YAML'],
  ['a NUL', `token: ${CANARY}\u0000`, 'NOT_YAML'],
  ['brackets without end', '['.repeat(100_000), 'NOT_YAML'],
  ['an alias of itself', 'clusters: &a [*a]', 'NOT_YAML'],
  ['more than a hundred certificates', `# ${'x'.repeat(1024 * 1024)}`, 'TOO_LARGE'],
]

describe('parseKubeconfig refuses', () => {
  test.each(hostile)('%s', (_, given, code) => {
    const error = errorOf(given)
    expect(error?.code).toBe(code)
    expect(error?.message).not.toContain(CANARY)
  })

  const names = { clusters: 'cluster', users: 'user', contexts: 'context' }
  test.each(Object.entries(names))('%s of one name', (list, field) => {
    const entries = ['blue', 'blue'].map(name => ({ name, [field]: {} }))
    expect(errorOf(aKubeconfig({ top: { [list]: entries } }))?.code).toBe('DUPLICATE_NAME')
  })

  test('several contexts of which none is current', () => {
    const contexts = ['one', 'two'].map(name => ({ name, context: { cluster: 'blue', user: 'admin' } }))
    expect(errorOf(aKubeconfig({ top: { contexts, 'current-context': null } }))?.code).toBe(
      'AMBIGUOUS_CONTEXT',
    )
  })
})

describe('parseKubeconfig says where', () => {
  const text = [
    'users:',
    '- name: a',
    '  user:',
    '    exec: {command: sh}',
    'clusters:',
    '- name: c',
    '  cluster: {server: "http://x"}',
    'contexts:',
    '- name: x',
    '  context: {cluster: c, user: a}',
  ].join('\n')
  const cases = [
    { name: 'a field stands', given: text, want: ['BAD_SERVER', 7, 13] },
    { name: 'one is missing', given: text.replace('server', 'extensions'), want: ['MISSING', 7, 12] },
    { name: 'the text is broken', given: 'a: b\n c: d\n', want: ['NOT_YAML', 2, 3] },
  ]
  test.each(cases)('$name', ({ given, want }) => {
    const error = errorOf(given)
    expect([error?.code, error?.line, error?.column]).toEqual(want)
  })

  test('in its message, and what', () => {
    const message = 'cannot use kubeconfig: line 1, column 1: it is empty'
    expect(errorOf('')?.message).toBe(message)
  })
})

describe('parseKubeconfig, for any input,', () => {
  const words = fc.constantFrom(
    '',
    'blue',
    'admin',
    'https://h',
    CANARY,
    base64(certificate),
    'sh',
    null,
    true,
    7,
  )
  const deep = fc.oneof(
    words,
    fc.array(words, { maxLength: 3 }),
    fc.dictionary(words.map(String), words, { maxKeys: 3 }),
  )
  const fields = fc.dictionary(
    fc.constantFrom('server', 'token', 'exec', 'as', 'tokenFile', 'name', 'cluster', 'user', '__proto__'),
    deep,
    { maxKeys: 4 },
  )

  test('throws nothing but its own error, which has nothing of the input in it', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.record({ cluster: fields, user: fields, context: fields, top: fields }).map(aKubeconfig),
    )
    fc.assert(
      fc.property(texts, text => {
        const error = errorOf(text)
        expect(error?.message ?? '').not.toContain(CANARY)
      }),
      { numRuns: 200 },
    )
  })

  test('comes to an end with very long lines', () => {
    const long = 'a'.repeat(200_000)
    expect(errorOf(server(`https://${long}`))?.code).toBe('BAD_SERVER')
    expect(errorOf(server(`https://h/${'a/'.repeat(100_000)}`))?.code).toBe('BAD_SERVER')
    expect(errorOf(ca(base64('-----BEGIN CERTIFICATE-----'.repeat(5_000))))?.code).toBe('BAD_CERTIFICATE')
  })
})

function errorOf(text: string): KubeconfigError | undefined {
  try {
    parseKubeconfig(text)
    return undefined
  } catch (error) {
    if (error instanceof KubeconfigError) return error
    throw error
  }
}
