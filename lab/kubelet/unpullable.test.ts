import { expect, test } from 'vitest'
import type { Pod } from './pod.ts'
import { unpullable } from './unpullable.ts'

test.for([
  { image: 'registry.invalid/agent:1.0.0', want: 'agent' },
  { image: 'registry.invalid:5000/team/agent', want: 'agent' },
  { image: 'registry.example.com/registry.invalid/agent:1.0.0', want: undefined },
  { image: 'agent:1.0.0', want: undefined },
])('Of $image the lab says that it cannot be pulled: $want', ({ image, want }) => {
  const pod = { metadata: { name: 'a' }, spec: { containers: [{ name: 'agent', image }] } } as unknown as Pod
  expect(unpullable(pod)?.name).toBe(want)
})
