import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '../connect.ts'
import { errorOf } from '#test/kube/sample-objects.ts'
import type { SampleServer } from '#test/kube/sample-server.ts'
import { SampleWorld } from '#test/kube/sample-world.ts'

const ada = { name: 'ada', groups: ['platform', 'x,y'] }
const resource = { group: 'cluster.x-k8s.io', plural: 'clusters' }
const question = { verb: 'list', resource } as const

describe('The access of a user', () => {
  let world: SampleWorld
  let server: SampleServer
  let connection: Connection
  beforeAll(async () => {
    world = await SampleWorld.create('h2')
    server = world.server
  })
  beforeEach(() => {
    connection = world.connect()
  })
  afterEach(() => world.clean())
  afterAll(async () => world.stop())

  const answers: readonly { readonly status: object; readonly want: boolean }[] = [
    { status: { allowed: true }, want: true },
    { status: { allowed: false }, want: false },
    { status: { allowed: true, denied: true }, want: false },
    { status: { allowed: 'true' }, want: false },
    { status: {}, want: false },
  ]
  test.each(answers)('is $want when the server says $status', async ({ status, want }) => {
    server.answer = reply => reply.json(201, { kind: 'SubjectAccessReview', status })
    expect(await connection.reviewAccess(ada, question)).toBe(want)
  })

  test('is asked about with the groups, and the one of everybody', async () => {
    server.answer = reply => reply.json(201, { kind: 'SubjectAccessReview', status: { allowed: true } })
    await connection.reviewAccess(ada, question)
    await connection.reviewAccess(ada, { ...question, verb: 'get', namespace: 'prod', name: 'blue' })
    const asked = { group: 'cluster.x-k8s.io', resource: 'clusters' }
    const user = { user: 'ada', groups: ['platform', 'x,y', 'system:authenticated'] }
    expect(server.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      expect.objectContaining({ spec: { ...user, resourceAttributes: { ...asked, verb: 'list' } } }),
      expect.objectContaining({
        spec: { ...user, resourceAttributes: { ...asked, verb: 'get', namespace: 'prod', name: 'blue' } },
      }),
    ])
  })

  test.each([
    { kind: 'Status', status: 'Success' },
    { kind: 'SubjectAccessReview' },
    { status: { allowed: true } },
  ])('is not known from %j', async answer => {
    server.answer = reply => reply.json(200, answer)
    expect(await errorOf(connection.reviewAccess(ada, question))).toMatchObject({ code: 'BadAnswer' })
  })

  test('is not asked about for nobody', async () => {
    await expect(connection.reviewAccess({ name: '', groups: ['platform'] }, question)).rejects.toThrow(
      TypeError,
    )
    expect(server.requests).toEqual([])
  })
})
