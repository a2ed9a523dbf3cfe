import type { FluxWords } from './flux-words.ts'

// The Secret is there, or it would be told as missing: what is in it is wrong.
const reason = 'FluxReferenceMissing'

/** How the controllers of Flux say that a Secret does not hold what it should. */
export const secretWords: readonly FluxWords[] = [
  {
    example: "failed to configure authentication options: secret 'shop/git': key 'password' not found",
    words: /secret '(?<secret>[^']{1,317})': key '(?<key>[^']{1,253})' not found/i,
    sentence: 'needs key "{key}", which Secret {secret} does not have',
    advice: 'Add key "{key}" to Secret {secret}',
    reason,
  },
  {
    example: "'trustpolicy.json' not found in secret 'shop/notation'",
    words: /'(?<key>[^']{1,253})' not found in secret '(?<secret>[^']{1,317})'/i,
    sentence: 'needs key "{key}", which Secret {secret} does not have',
    advice: 'Add key "{key}" to Secret {secret}',
    reason,
  },
  {
    example: "secret 'shop/login': malformed basic auth - has 'username' but missing 'password'",
    words:
      /secret '(?<secret>[^']{1,317})'(?: contains|: malformed basic auth - has) '(?<has>[^']{1,253})' but missing '(?<key>[^']{1,253})'/,
    sentence: 'needs key "{key}" in addition to "{has}", which Secret {secret} does not have',
    advice: 'Add key "{key}" to Secret {secret}',
    reason,
  },
  {
    example: "secret 'shop/tls' must contain either 'ca.crt' or both 'tls.crt' and 'tls.key'",
    words: /secret '(?<secret>[^']{1,317})' must contain (?<keys>either .{1,120})/i,
    sentence: 'needs certificates that Secret {secret} does not have: {keys}',
    advice: 'Add {keys} to Secret {secret}',
    reason,
  },
  {
    example: "invalid 'registry' secret data: required fields 'username' and 'password'",
    words: /invalid '(?<secret>[^']{1,317})' secret data: required fields (?<keys>.{1,120})/,
    sentence: 'needs both keys {keys} in Secret {secret}',
    advice: 'Add the keys {keys} to Secret {secret}',
    reason,
  },
  {
    example: "secret 'shop/git' must contain exactly one of 'username' or 'githubAppID'",
    words: /secret '(?<secret>[^']{1,317})' must contain exactly one of (?<keys>.{1,120})/i,
    sentence: 'needs exactly one of the keys {keys} in Secret {secret}',
    advice: 'Set exactly one of {keys} in Secret {secret}',
    reason,
  },
  {
    example: "no auth config for 'ghcr.io' in the docker-registry Secret 'registry'",
    words:
      /no auth config for '(?<server>[^']{1,253})' in the docker-registry Secret '(?<secret>[^']{1,317})'/,
    sentence: 'has no credentials for {server} in Secret {secret}',
    advice: 'Add credentials for {server} to .dockerconfigjson of Secret {secret}, or correct spec.url',
    reason,
  },
  {
    example: "unable to load Docker config from Secret 'registry': invalid character",
    words: /unable to load Docker config from Secret '(?<secret>[^']{1,317})'/,
    sentence: 'cannot read .dockerconfigjson of Secret {secret}: it is not a valid Docker config',
    advice: 'Recreate Secret {secret} with kubectl create secret docker-registry',
    reason,
  },
  {
    example: "KubeConfig secret 'shop/target' does not contain a 'value' key with a kubeconfig",
    words:
      /KubeConfig secret '(?<secret>[^']{1,317})' does not contain an? (?<keys>'[^']{1,253}'(?: or '[^']{1,253}')?) key/,
    sentence: 'needs a kubeconfig under key {keys} of Secret {secret}, which does not have it',
    advice:
      'Put the kubeconfig under key {keys} of Secret {secret}, or correct spec.kubeConfig.secretRef.key',
    reason,
  },
  {
    example: "failed to load KubeConfig from secret 'shop/target': yaml: line 2: found character",
    words: /failed to load KubeConfig from secret '(?<secret>[^']{1,317})': (?<problem>.{1,160})/s,
    sentence: 'cannot read the kubeconfig in Secret {secret}: {problem}',
    advice: 'Correct the kubeconfig in Secret {secret}',
    reason,
  },
  {
    example: "SSH identity key is encrypted but no 'password' field was provided in the secret 'shop/git'",
    words:
      /identity key is encrypted but no 'password' field was provided in the secret '(?<secret>[^']{1,317})'/,
    sentence: 'needs key "password" for the encrypted identity in Secret {secret}',
    advice: 'Add key "password" to Secret {secret}, or use an identity that is not encrypted',
    reason,
  },
  {
    example: "secret 'shop/tls': found certificate but missing private key",
    words:
      /(?:secret '(?<secret>[^']{1,317})'.{0,40})?(?<problem>found certificate but missing private key|found private key but missing certificate|no CA certificate or client certificate pair found)/i,
    sentence: 'cannot use the certificates of Secret {secret}: {problem}',
    advice: 'Add ca.crt, or both tls.crt and tls.key, to the Secret of spec.certSecretRef of {object}',
    reason,
  },
  {
    example: 'failed to get TLS config: failed to parse CA certificate',
    words:
      /(?<problem>failed to parse CA certificate|failed to parse TLS certificate and key|failed to find any PEM data[a-z ]{0,40}|private key does not match public key)/,
    sentence: 'cannot use the certificates of its certSecretRef: {problem}',
    advice: 'Correct ca.crt, tls.crt and tls.key in the Secret of spec.certSecretRef of {object}',
    reason,
  },
  {
    example: "secret 'shop/proxy': proxy address is empty",
    words: /secret '(?<secret>[^']{1,317})': (?<problem>proxy .{1,120}|failed to parse proxy .{1,120})/,
    sentence: 'cannot use the proxy in Secret {secret}: {problem}',
    advice: 'Correct key "address" of Secret {secret}',
    reason,
  },
  {
    example: "no public keys found in secret 'shop/cosign'",
    words:
      /no (?:PGP |SSH )?(?<what>public keys|certificates) found in secret(?: '(?<secret>[^']{1,317})'| (?<hint>\(keys with \S{1,20} suffix\)))/,
    sentence: 'cannot be verified: the Secret of spec.verify has no {what} {hint}',
    advice:
      'Put the keys into the Secret of spec.verify.secretRef of {object}, with the required file extension',
    reason,
  },
]
