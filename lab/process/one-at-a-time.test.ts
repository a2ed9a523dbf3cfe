import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

test('work under one name is done by one after the other', async () => {
  const done: string[] = []
  const work = (name: string) => async () => {
    done.push(`${name} begins`)
    await new Promise(resolve => setImmediate(resolve))
    done.push(`${name} ends`)
    return name
  }
  const names = ['one', 'two', 'three']
  const results = await Promise.all(names.map(name => oneAtATime('in turn', work(name))))
  expect(results).toEqual(names)
  const order = done.filter(word => word.endsWith('begins')).map(word => word.split(' ')[0] ?? '')
  expect(done).toEqual(order.flatMap(name => [`${name} begins`, `${name} ends`]))
})

test('work under another name does not wait', async () => {
  expect(await oneAtATime('outer', () => oneAtATime('inner', async () => 'done'))).toBe('done')
})

test('work that fails lets the next one go on', async () => {
  await expect(oneAtATime('fails', async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await oneAtATime('fails', async () => 'done')).toBe('done')
})

test('a process that is killed at work keeps nobody waiting', async () => {
  const module = JSON.stringify(join(import.meta.dirname, 'one-at-a-time.ts'))
  const script = `import { oneAtATime } from ${module}
await oneAtATime('killed', () => new Promise(() => console.log('at work')))`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(other.stdout, 'data')
  const events: string[] = []
  const next = oneAtATime('killed', async () => events.push('the next one works'))
  // Time enough to ask for the lock, and to be refused.
  await oneAtATime('beside', async () => undefined)
  events.push('the first one is killed')
  other.kill('SIGKILL')
  await next
  expect(events).toEqual(['the first one is killed', 'the next one works'])
})
