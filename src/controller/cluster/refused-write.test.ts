import { expect, test } from 'vitest'
import { ApiError } from '../../engine/api/api-error.ts'
import { gateHoldOf } from './refused-write.ts'

test.for([
  {
    name: 'of Cluster API, by the name of the webhook',
    detail: 'failed calling webhook "default.cluster.cluster.x-k8s.io"',
    want: 'Label of the gate could not be written: API server cannot call webhook "default.cluster.cluster.x-k8s.io" of Cluster API',
  },
  {
    name: 'of another owner, too',
    detail: 'failed calling webhook "labels.example.com"',
    want: 'Label of the gate could not be written: API server cannot call webhook "labels.example.com"',
  },
])('A gate that a webhook keeps from being written names the webhook $name', ({ detail, want }) => {
  const held = gateHoldOf(new ApiError('ServerError', { call: 'apply Cluster prod/blue', detail }))
  expect(held).toMatchObject({ reason: 'GateNotWritten', message: want })
})
