import type { FluxWords } from './flux-words.ts'

/** How source-controller says that a signature is not there, or not the right one. */
export const verifyWords: readonly FluxWords[] = [
  {
    example: "cannot verify signature of tag 'v1@sha1:abc' since it is not signed",
    words: /cannot verify signature of tag '(?<which>[^']{1,200})' since it is not signed/,
    sentence: 'is not verified: tag "{which}" is not signed',
    advice: 'Sign the tag, or set spec.verify.mode of {object} to HEAD',
    about: 'user',
  },
  {
    example:
      "signature verification of commit 'abc' failed: unable to verify Git commit: unable to verify payload",
    words:
      /signature verification of (?<what>commit|tag) '(?<which>[^']{1,200})' failed: (?<problem>.{1,300})/s,
    sentence: 'is not verified: no key of spec.verify has signed {what} "{which}"',
    advice:
      'Sign the {what} with a key in the Secret of spec.verify of {object}, or add the public key there',
    about: 'user',
  },
  {
    example:
      "failed to verify the signature using provider 'cosign': no matching signatures were found for 'ghcr.io/a/b:1'",
    words:
      /no matching signatures were found for '(?<which>[^']{1,300})'|no matching signatures|no signatures found/,
    sentence: 'is not verified: no signature of its artifact matches spec.verify',
    advice: 'Sign the artifact, or correct the keys or identities of spec.verify of {object}',
    about: 'user',
  },
  {
    example:
      "failed to verify the signature using provider 'notation': signature verification failed for all the signatures",
    words:
      /(?:failed to verify the signature using provider '(?<provider>[^']{1,40})'|chart verification error): (?<problem>.{1,300})/s,
    sentence: 'is not verified: {problem}',
    advice: 'Correct spec.verify of {object} and its Secret, or sign the artifact',
    about: 'user',
  },
  {
    example: 'public keys secret error: secrets "pgp" not found',
    words: /public keys secret error: (?<problem>.{1,200})/,
    sentence: 'is not verified: its public keys cannot be read: {problem}',
    advice: 'Deliver the Secret of spec.verify.secretRef of {object}',
    about: 'user',
    reason: 'FluxReferenceMissing',
  },
]
