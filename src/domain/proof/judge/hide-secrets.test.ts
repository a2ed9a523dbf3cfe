import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hideSecrets } from './hide-secrets.ts'

describe('What is no secret stays as it is:', () => {
  test.for([
    // Names of Secrets and of their keys.
    'secret "db-password" not found',
    'secrets "eks-connection" not found: key "token" is missing',
    'references non-existent secret key: password',
    "couldn't find key password in Secret apps/db",
    'Secret "eks-connection" lacks key "karpenter_token"',
    'key "token": not found in Secret apps/db',
    'could not find secret data for remoteRef key: db/password',
    'MountVolume.SetUp failed for volume "token" : secret "api-token" not found',
    'Unable to attach or mount volumes: unmounted volumes=[db-password], unattached volumes=[kube-api-access-x7k2p]',
    'spec.password: Required value',
    'spec.imagePullSecrets[0].name: Required value',
    'failed to get secret key: secret "x" not found',
    'serviceaccounts "app" is forbidden: cannot create resource "serviceaccounts/token" in API group ""',
    'secret="prod/eks-connection" key="password" is missing',
    // What servers say of credentials.
    'failed to fetch anonymous token: unexpected status from GET request to https://auth.example.com/token: 401 Unauthorized',
    'failed to authorize: failed to fetch oauth token: Post "https://auth.example.com/token": dial tcp: i/o timeout',
    'oauth2: cannot fetch token: 401 Unauthorized',
    'cannot fetch token: EOF',
    'Invalid bearer token: signature is invalid',
    'serviceaccount token: context deadline exceeded',
    'invalid token: expired',
    'pull access denied, basic authentication is required',
    'Bearer realm="https://auth.example.com/token",service="registry"',
    'no basic auth credentials',
    'password authentication failed for user "app"',
    'failed to retrieve credentials: operation error STS: AssumeRoleWithWebIdentity, AccessDenied',
    'open token: open /var/run/secrets/kubernetes.io/serviceaccount/token: no such file or directory',
    'token=/var/run/secrets/kubernetes.io/serviceaccount/token cannot be read',
    'flag --token is deprecated',
    'Unexpected token: }',
    // Images, digests, commits and other identities.
    'Failed to pull image "ghcr.io/org/app@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
    'oci://podinfo@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'oci://registry.example.com:5000/charts/app@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'stored artifact for revision main@sha1:2fd4e1c67a2d28fced849ee1bb76e7391b93eb12',
    'ssh://git@github.com/org/fleet: host key verification failed',
    'https://git@github.com/org/fleet not found',
    'pods "app-7f8d9c6b5d-x2x9z" is forbidden',
    'uid 6f1c7b52-6c1e-4a0b-9f50-0d7b8f6f2a11 does not fit',
    'arn:aws:iam::123456789012:role/KarpenterControllerRole-production-eu-west-1 cannot be assumed',
    '/subscriptions/x/resourceGroups/MC_Production2_Cluster1_westeurope/providers/Microsoft.Network',
    'FailedCreatePodSandBox: plugin type="cilium-cni" name="cilium" failed',
    'stat /tmp/infrastructure/workload-clusters/Karpenter2/overlays/Production1/kustomization.yaml: no such file',
    'https://example.com/npm/@scope/package does not exist',
  ])('%s', text => expect(hideSecrets(text)).toBe(text))
})

describe('A secret is hidden:', () => {
  const cases: readonly (readonly [given: string, want: string])[] = [
    ['bad password=hunter2, token: abc', 'bad password=(hidden), token: (hidden)'],
    ['env DB_PASSWORD=hunter2 is set', 'env DB_PASSWORD=(hidden) is set'],
    ['adminPassword: hunter2 is too short', 'adminPassword: (hidden) is too short'],
    ['{"password":"hun ter2","user":"app"}', '{"password":"(hidden)","user":"app"}'],
    ["password='hun,ter2' is wrong", "password='(hidden)' is wrong"],
    ['user=app,password=hun,ter2,host=db', 'user=app,password=(hidden),host=db'],
    ['spec.token: Invalid value: "abc": too short', 'spec.token: Invalid value: "(hidden)": too short'],
    ['data[password]: Invalid value: "abc"', 'data[password]: Invalid value: "(hidden)"'],
    ['run --password hunter2 --user app', 'run --password (hidden) --user app'],
    ['run --api-key=abc1', 'run --api-key=(hidden)'],
    ['aws_secret_access_key=abc/def', 'aws_secret_access_key=(hidden)'],
    ['client_secret: q8Q~x is wrong', 'client_secret: (hidden) is wrong'],
    ['Authorization: Bearer abcdefgh.ijkl', 'Authorization: Bearer (hidden)'],
    ['"Authorization":["Basic dXNlcjpwYXNz"]', '"Authorization":["Basic (hidden)"]'],
    ['sent bearer q8Q1xyz9012 to it', 'sent bearer (hidden) to it'],
    ['Set-Cookie: session=abc; Path=/', 'Set-Cookie: (hidden) Path=/'],
    ['{"auths":{"ghcr.io":{"auth":"dXNlcjpwYXNz"}}}', '{"auths":{"ghcr.io":{"auth":"(hidden)"}}}'],
    ['https://me:hunter2@example.com/x', 'https://(hidden)@example.com/x'],
    ['parse "https://me:p/w@rd@example.com": bad port', 'parse "https://(hidden)@example.com": bad port'],
    ['https://ghs_abc@github.com/org/x', 'https://(hidden)@github.com/org/x'],
    ['https://x/y?X-Amz-Signature=abc&z=1', 'https://x/y?X-Amz-Signature=(hidden)&z=1'],
    ['https://x/y?sig=a%2Fb&sv=1', 'https://x/y?sig=(hidden)&sv=1'],
    ['got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.c2ln end', 'got (a token) end'],
    ['token abcdef.0123456789abcdef is unknown', 'token (a token) is unknown'],
    ['key AKIAIOSFODNN7EXAMPLE is bad', 'key (an access key) is bad'],
    ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY is bad', '(hidden) is bad'],
    ['x -----BEGIN RSA PRIVATE KEY----- abc', 'x (a key or certificate)'],
    ['x -----BEGIN PRIVATE KEY----- abc -----END PRIVATE KEY----- is bad', 'x (a key or certificate) is bad'],
    ['ca: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSURCVENDQWUyZ0F3SUJBZ0lJ bad', 'ca: (hidden) bad'],
  ]
  test.for(cases)('%s', ([given, want]) => expect(hideSecrets(given)).toBe(want))
})

describe('Whatever stands around it, a value does not survive', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  const random = (size: number, from = letters) =>
    fc
      .array(fc.constantFrom(...from.split('')), { minLength: size, maxLength: size })
      .map(all => all.join(''))
  const lower = letters.slice(26)
  const words = fc.constantFrom(
    '',
    'cannot read',
    'error:',
    'secret "x" not found;',
    'at https://example.com/x',
    '(',
  )
  const value = random(12).map(text => `${text}9`)
  const planted = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('password', 'DB_PASSWORD', 'token', 'apiKey', 'client_secret', 'access-key'),
        fc.constantFrom('=', ': ', '="', ' = ', '": "'),
        value,
      )
      .map(([name, sign, secret]) => ({
        secret,
        text: `${name}${sign}${secret}${sign.endsWith('"') ? '"' : ''}`,
      })),
    value.map(secret => ({ secret, text: `https://user:${secret}@example.com/x` })),
    value.map(secret => ({ secret, text: `Authorization: Bearer ${secret}` })),
    value.map(secret => ({ secret, text: `--token ${secret}` })),
    random(36).map(text => ({ secret: text, text: `ghp_${text}` })),
    fc
      .tuple(random(6, lower), random(15, lower))
      .map(([id, rest]) => ({ secret: `${rest}7`, text: `${id}.${rest}7` })),
    random(48, `${letters}+/`).map(secret => ({ secret, text: secret })),
    random(64).map(secret => ({
      secret,
      text: `-----BEGIN EC PRIVATE KEY----- ${secret} -----END EC PRIVATE KEY-----`,
    })),
  )

  test('of the usual shapes', () => {
    fc.assert(
      fc.property(words, planted, words, (before, { secret, text }, after) => {
        expect(hideSecrets(`${before} ${text} ${after}`)).not.toContain(secret)
      }),
      { numRuns: 2000 },
    )
  })
})
