import type { FluxWords } from './flux-words.ts'

/** How source-controller says that it did not get through to a server, or was turned away there. The narrower first. */
export const reachWords: readonly FluxWords[] = [
  {
    example:
      'failed to fetch Helm repository index: Get "https://charts.example.com/index.yaml": proxyconnect tcp: dial tcp 10.0.0.9:3128: connect: connection refused',
    words: /proxyconnect tcp: (?<problem>.{1,120})/,
    sentence: 'cannot be fetched: the proxy in its proxySecretRef does not respond: {problem}',
    advice: 'Correct the address in the Secret of spec.proxySecretRef of {object}, or start the proxy',
  },
  {
    example:
      'failed to checkout and determine revision: unable to clone: dial tcp: lookup git.example.com on 10.96.0.10:53: no such host',
    words: /lookup (?<lookup>[A-Za-z0-9._-]{1,253})(?: on \S{1,253})?: no such host/,
    sentence: 'cannot be fetched: host "{lookup}" does not resolve',
    advice: 'Correct the host in spec.url of {object}, or add "{lookup}" to the DNS of the cluster',
  },
  {
    example:
      'failed to determine artifact digest: Get "https://127.0.0.1:5000/v2/": http: server gave HTTP response to HTTPS client',
    words: /server gave HTTP response to HTTPS client/,
    kinds: ['OCIRepository', 'Bucket', 'HelmRepository/oci'],
    sentence: 'cannot be fetched: {host} serves HTTP, but the URL uses HTTPS',
    advice: 'Set spec.insecure of {object}, or serve HTTPS',
    patch: 'spec:\n  insecure: true',
    actor: 'Git',
  },
  {
    example:
      'failed to fetch Helm repository index: Get "https://127.0.0.1:5000/": http: server gave HTTP response to HTTPS client',
    words: /server gave HTTP response to HTTPS client/,
    sentence: 'cannot be fetched: {host} serves HTTP, but the URL uses HTTPS',
    advice: 'Start spec.url of {object} with http://, or serve HTTPS',
    actor: 'Git',
  },
  {
    example:
      'failed to fetch Helm repository index: Get "https://charts.example.com/index.yaml": tls: failed to verify certificate: x509: certificate signed by unknown authority',
    words: /certificate signed by unknown authority|certificate is not trusted/,
    sentence: 'cannot be fetched: the certificate of {host} is signed by an unknown authority',
    advice: 'Put the CA certificate under ca.crt into a Secret, and set spec.certSecretRef of {object} to it',
  },
  {
    example:
      'tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current time 2026',
    words: /certificate has expired or is not yet valid/,
    sentence: 'cannot be fetched: the certificate of {host} has expired or is not valid yet',
    advice: 'Renew the certificate of {host}',
  },
  {
    example:
      'tls: failed to verify certificate: x509: certificate is valid for a.example.com, not b.example.com',
    words: /certificate is valid for (?<names>.{1,200}), not (?<wanted>[A-Za-z0-9._-]{1,253})/,
    sentence: 'cannot be fetched: the certificate of its server is for {names}, not {wanted}',
    advice: 'Correct the host in spec.url of {object}, or give its server a certificate for {wanted}',
  },
  {
    example: "x509: cannot validate certificate for 10.0.0.1 because it doesn't contain any IP SANs",
    words: /cannot validate certificate for (?<wanted>\S{1,253}) because/,
    sentence: 'cannot be fetched: the certificate of its server does not name {wanted}',
    advice: 'Use the DNS name of the server in spec.url of {object}, or give it a certificate for {wanted}',
  },
  {
    example: 'Get "https://registry.example.com/v2/": remote error: tls: certificate required',
    words: /remote error: tls: (?<problem>[a-z ]{1,80})/,
    sentence: 'cannot be fetched: {host} rejects the TLS connection: {problem}',
    advice: 'Put a client certificate for {host} into the Secret of spec.certSecretRef of {object}',
  },
  {
    example: 'failed to determine artifact digest: GET https://ghcr.io/v2/: TOOMANYREQUESTS: rate exceeded',
    words: /TOOMANYREQUESTS|\b429\b|too many requests/i,
    sentence: 'cannot be fetched: {host} throttles requests',
    advice: 'Raise spec.interval of {object}, or use credentials with a higher rate limit',
  },
  {
    example: 'failed to login to registry.example.com: 401 Unauthorized',
    words:
      /\b401\b|UNAUTHORIZED|unauthorized|authentication required|authentication failed|invalid credentials|InvalidAccessKeyId|SignatureDoesNotMatch/i,
    sentence: 'cannot be fetched: {host} requires valid credentials (401); {credentials}',
    advice: 'Renew the credentials of {object}',
  },
  {
    example:
      'failed to determine artifact digest: GET https://ghcr.io/token: DENIED: requested access is denied',
    words: /\b403\b|DENIED|forbidden|access denied|authorization failed/i,
    sentence: 'cannot be fetched: {host} denies access (403); {credentials}',
    advice: 'Give {object} credentials with read permission, or correct its URL',
  },
  {
    example:
      'failed to determine artifact digest: GET https://ghcr.io/v2/org/app/manifests/v9: MANIFEST_UNKNOWN: manifest unknown; unknown tag=v9',
    words: /MANIFEST_UNKNOWN|manifest unknown|failed to get manifest/i,
    sentence: 'cannot be fetched: {url} has no such tag or digest{revision}',
    advice: 'Correct spec.ref of {object}',
    actor: 'Git',
  },
  {
    example: 'GET https://ghcr.io/v2/org/app/tags/list: NAME_UNKNOWN: repository name not known to registry',
    words: /NAME_UNKNOWN|NAME_INVALID|repository not found|name not known to registry/i,
    sentence: 'cannot be fetched: no repository exists at {url}, or the credentials do not allow access',
    advice: 'Correct spec.url of {object}',
    actor: 'Git',
  },
  {
    example:
      'failed to fetch Helm repository index: failed to fetch http://127.0.0.1/nothing/index.yaml : 404 Not Found',
    words: /\b404\b/,
    sentence: 'cannot be fetched: {url} was not found (404)',
    advice: 'Correct spec.url of {object}',
    actor: 'Git',
  },
  {
    example: 'failed to fetch https://charts.example.com/index.yaml : 503 Service Unavailable',
    words: /\b(?<code>50[0-4])\b/,
    sentence: 'cannot be fetched: {host} responds with {code}',
    advice: 'Check why {host} responds with {code}; source-controller keeps retrying',
  },
  {
    example: 'Get "http://127.0.0.1:1/index.yaml": dial tcp 127.0.0.1:1: connect: connection refused',
    words:
      /connection refused|no route to host|network is unreachable|i\/o timeout|TLS handshake timeout|deadline exceeded|connection reset|Client\.Timeout|\bEOF\b/,
    sentence: 'cannot be fetched: {host} does not respond',
    advice:
      'Start the server at {host}, check the network path from the cluster, or correct spec.url of {object}',
  },
]
