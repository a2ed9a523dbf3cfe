import { SecretValue } from '../../domain/hand-over/secret-value.ts'
import { HttpRefusal } from './http-refusal.ts'

const MOST_CHARACTERS = 1024

/** Reads the body of `PUT me/forge-token`: a token, or undefined for an empty one, which takes the token back. */
export function readForgeToken(body: unknown): SecretValue | undefined {
  const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined
  if (token === '') return undefined
  // It becomes a header. Nothing of it is repeated.
  if (typeof token !== 'string' || token.length > MOST_CHARACTERS || !/^[\x21-\x7e]+$/.test(token))
    throw new HttpRefusal('BadRequest', 'the token must be one line of letters, digits and signs')
  return SecretValue.ofText(token)
}
