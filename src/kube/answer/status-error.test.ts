import { describe, expect, test } from 'vitest'
import { aStatus } from '#test/kube/sample-objects.ts'
import { readRetryAfter, readStatus } from './read-status.ts'
import { statusError } from './status-error.ts'

const call = 'apply Cluster prod/blue'
const named = { details: { name: 'blue', kind: 'clusters' } }

function errorFor(httpStatus: number, body: object | undefined, isSecret = false) {
  const { code, detail, message, retryAfterSeconds } = statusError({
    call,
    httpStatus,
    status: readStatus(body),
    isSecret,
  })
  return { code, detail, message, retryAfterSeconds }
}

const forbidden = (message: string) => aStatus(403, 'Forbidden', { message })
const cause = (message: string, field = 'spec.x') => ({ field, message, reason: 'FieldValueInvalid' })
const invalid = (...causes: readonly object[]) =>
  aStatus(422, 'Invalid', { message: 'all of it', details: { causes } })

describe('the code of an answer', () => {
  const cases: readonly (readonly [name: string, status: number, body: object | undefined, want: string])[] =
    [
      ['an object that does not exist', 404, aStatus(404, 'NotFound', named), 'NotFound'],
      ['a kind that is not served', 404, aStatus(404, 'NotFound', { details: {} }), 'NotServed'],
      ['a kind that is not served, without details', 404, aStatus(404, 'NotFound'), 'NotServed'],
      ['a page of another server', 404, undefined, 'BadAnswer'],
      ['a page with a status of its own', 404, aStatus(404, 'Lost', named), 'BadAnswer'],
      ['an object that is there', 409, aStatus(409, 'AlreadyExists', named), 'AlreadyExists'],
      ['another version', 409, aStatus(409, 'Conflict', named), 'Conflict'],
      ['a conflict without a word', 409, undefined, 'Conflict'],
      [
        'another uid',
        422,
        aStatus(422, 'Invalid', { details: { causes: [{ field: 'metadata.uid' }] } }),
        'Conflict',
      ],
      ['an object that is wrong', 422, aStatus(422, 'Invalid'), 'Invalid'],
      ['a request that is wrong', 400, aStatus(400, 'BadRequest'), 'Invalid'],
      ['an object that is too large', 413, aStatus(413, 'RequestEntityTooLarge'), 'Invalid'],
      ['a version that is gone', 410, aStatus(410, 'Gone'), 'Gone'],
      ['a page that is gone', 410, aStatus(410, 'Expired'), 'Gone'],
      ['a version that is gone, said in a watch', 200, aStatus(410, 'Expired'), 'Gone'],
      ['a verb that is not served', 405, aStatus(405, 'MethodNotAllowed'), 'NotServed'],
      ['no credentials', 401, aStatus(401, 'Unauthorized'), 'Unauthorized'],
      ['no right', 403, forbidden('pods is forbidden: User "x" cannot list resource "pods"'), 'Forbidden'],
      [
        'a path without a right',
        403,
        forbidden('forbidden: User "x" cannot get path "/readyz"'),
        'Forbidden',
      ],
      [
        'rights that are not given on',
        403,
        forbidden('roles "x" is forbidden: user "y" is attempting to grant'),
        'Forbidden',
      ],
      ['a quota', 403, forbidden('pods "x" is forbidden: exceeded quota: q'), 'Denied'],
      ['a webhook', 403, forbidden('admission webhook "a.example" denied the request: no'), 'Denied'],
      [
        'a webhook with another status',
        400,
        aStatus(400, '', { message: 'admission webhook "a" denied the request' }),
        'Denied',
      ],
      [
        'a webhook that says that all is lost',
        404,
        aStatus(404, 'NotFound', { ...named, message: 'admission webhook "a" denied the request: x' }),
        'Denied',
      ],
      [
        'a policy',
        422,
        aStatus(422, 'Invalid', {
          message: `clusters "b" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`,
        }),
        'Denied',
      ],
      [
        'a webhook that cannot be called',
        500,
        aStatus(500, 'InternalError', { message: 'failed calling webhook "a"' }),
        'ServerError',
      ],
      ['too many requests', 429, undefined, 'TooManyRequests'],
      ['a server that is not ready', 503, undefined, 'ServerError'],
      ['a gateway', 504, aStatus(504, 'Timeout'), 'ServerError'],
      ['another address', 301, undefined, 'Redirected'],
      ['a request that took too long', 408, undefined, 'Timeout'],
      ['what no server of Kubernetes says', 451, undefined, 'BadAnswer'],
    ]
  test.each(cases)('for %s', (...[, status, body, want]) => {
    expect(errorFor(status, body).code).toBe(want)
  })
})

describe('the words of an answer', () => {
  const policy = `ValidatingAdmissionPolicy 'gates' with binding 'b' denied request: only fitout may`
  const cases = [
    {
      name: 'are those of the policy alone',
      given: aStatus(403, 'Forbidden', { message: `clusters "blue" is forbidden: ${policy}` }),
      want: policy,
    },
    {
      name: 'have no control characters, colours or reversed text',
      given: aStatus(403, 'Forbidden', {
        message: 'admission webhook "a" denied the request: \u001b[31mno\u001b[0m\r\n\u202enow\u0000',
      }),
      want: 'admission webhook "a" denied the request: no now',
    },
    {
      name: 'name the field but not its value',
      given: invalid(cause('Invalid value: "hush \\" hush": must be short')),
      want: 'spec.x: Invalid value: must be short',
    },
    {
      name: 'do not repeat a value that comes later',
      given: invalid(cause('Invalid value: "string": spec.x in body must be of type integer: "hush"')),
      want: 'spec.x: Invalid value: spec.x in body must be of type integer: "…"',
    },
    {
      name: 'name what is missing',
      given: invalid(cause('Required value: name it')),
      want: 'spec.x: Required value: name it',
    },
    {
      name: 'leave numbers out, too',
      given: invalid(cause('Invalid value: -17: must be positive')),
      want: 'spec.x: Invalid value: must be positive',
    },
    {
      name: 'are those of the first three causes',
      given: invalid(cause('a', 'a'), cause('b', 'b'), cause('c', 'c'), cause('d', 'd')),
      want: 'a: a; b: b; c: c; …',
    },
    {
      name: 'are the reason when there are none',
      given: invalid(cause('')),
      want: 'spec.x: FieldValueInvalid',
    },
    {
      name: 'are the message when there are no causes, without what it quotes',
      given: aStatus(400, 'BadRequest', { message: 'cannot read "hush": unknown field "spec.y"' }),
      want: 'cannot read "…": unknown field "…"',
    },
    {
      name: 'are not passed on for other codes',
      given: aStatus(409, 'Conflict', { message: 'hush' }),
      want: undefined,
    },
  ]
  test.each(cases)('$name', ({ given, want }) => {
    const { detail, message, code } = errorFor(given.code, given)
    expect(detail).toBe(want)
    expect(message).toBe(`cannot ${call}: ${code}${want === undefined ? '' : `: ${want}`}`)
  })

  test('are cut', () => {
    const message = `admission webhook "a" denied the request: ${'é'.repeat(100_000)}`
    const { detail = '' } = errorFor(403, aStatus(403, 'Forbidden', { message }))
    expect([detail.length, detail.endsWith('é…')]).toEqual([256, true])
  })

  test('are not passed on for a Secret', () => {
    const status = invalid(cause('Invalid value: "hush": must be short'))
    expect(errorFor(422, status, true)).toMatchObject({ code: 'Invalid', detail: undefined })
  })

  test('hide a value whose end was cut off', () => {
    const status = aStatus(400, 'BadRequest', { message: `unknown field: "${'hush'.repeat(10_000)}"` })
    expect(errorFor(400, status).detail).toBe('unknown field: "…"')
  })

  test('come quickly, whatever they are', () => {
    const quotes = 'Invalid value: ' + '"\\'.repeat(200_000)
    expect(errorFor(422, invalid(cause(quotes))).code).toBe('Invalid')
    expect(
      errorFor(403, aStatus(403, 'Forbidden', { message: 'admission webhook "'.repeat(50_000) })).code,
    ).toBe('Forbidden')
  })
})

describe('how long to stay away', () => {
  test.each([
    { given: '7', want: 7 },
    { given: '999999999', want: 3600 },
    { given: '0', want: undefined },
    { given: '-1', want: undefined },
    { given: 'Wed, 21 Oct 2026 07:28:00 GMT', want: undefined },
    { given: undefined, want: undefined },
  ])('is $want for the header $given', ({ given, want }) => expect(readRetryAfter(given)).toBe(want))

  test('is in the Status, too', () => {
    const status = aStatus(504, 'Timeout', { details: { retryAfterSeconds: 3 } })
    expect(errorFor(504, status).retryAfterSeconds).toBe(3)
  })
})

describe('what is said of a Secret that is refused', () => {
  test('is who refused it, and not their words', () => {
    const policy = `secrets "s" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: value hunter2`
    expect(errorFor(403, forbidden(policy), true).detail).toBe(`ValidatingAdmissionPolicy 'p'`)
    const quota = 'secrets "s" is forbidden: exceeded quota: small, requested: count/secrets=1'
    expect(errorFor(403, forbidden(quota), true).detail).toBe('exceeded quota: small')
    const webhook = 'admission webhook "a.example" denied the request: hunter2'
    expect(errorFor(403, forbidden(webhook), true).detail).toBe(
      'admission webhook "a.example" denied the request',
    )
    expect(errorFor(422, invalid(cause('hunter2')), true).detail).toBeUndefined()
  })
})

test('a conflict of managers names them and their fields, but not for a Secret', () => {
  const conflict = {
    reason: 'FieldManagerConflict',
    message: 'conflict with "kubectl" using v1',
    field: '.data.a',
  }
  const other = { reason: 'Other', message: 'nothing of it', field: '.data.b' }
  const status = aStatus(409, 'Conflict', { message: 'all of it', details: { causes: [conflict, other] } })
  expect(errorFor(409, status)).toMatchObject({
    code: 'Conflict',
    detail: 'conflict with "kubectl" using v1: .data.a',
  })
  expect(errorFor(409, status, true).detail).toBeUndefined()
})

test('a webhook that cannot be called is named, and nothing else of the words', () => {
  const message =
    'Internal error occurred: failed calling webhook "default.cluster.cluster.x-k8s.io": failed to call webhook: Post "https://10.0.0.1:443/mutate?timeout=10s": context deadline exceeded'
  const { code, detail } = errorFor(500, aStatus(500, 'InternalError', { message }))
  expect({ code, detail }).toEqual({
    code: 'ServerError',
    detail: 'failed calling webhook "default.cluster.cluster.x-k8s.io"',
  })
  expect(errorFor(500, aStatus(500, 'InternalError', { message: 'etcd: boom' })).detail).toBeUndefined()
})
