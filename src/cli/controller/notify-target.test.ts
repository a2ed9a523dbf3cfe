import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Refusal } from '../command/refusal.ts'
import { checkKeyFile, readNotifyTarget } from './notify-target.ts'

function read(notify?: string, keyFile?: string) {
  return readNotifyTarget({ notify, 'notify-key-file': keyFile })
}

describe('Notifications go', () => {
  const rows: readonly { name: string; given: string; format: string; href: string }[] = [
    {
      name: 'to Flux where it usually is',
      given: 'flux',
      format: 'flux',
      href: 'http://notification-controller.flux-system.svc.cluster.local./',
    },
    {
      name: 'to Flux elsewhere',
      given: 'flux+http://127.0.0.1:9090/',
      format: 'flux',
      href: 'http://127.0.0.1:9090/',
    },
    {
      name: 'to a webhook',
      given: 'https://hooks.example/a?b=c',
      format: 'webhook',
      href: 'https://hooks.example/a?b=c',
    },
  ]
  test.for(rows)('$name', ({ given, format, href }) => {
    const target = read(given)
    expect([target?.format, target?.url.href]).toEqual([format, href])
  })

  test('nowhere by default', () => {
    expect(read()).toBeUndefined()
  })

  test('with a signature if there is a key', () => {
    expect(read('http://hooks.example', '/etc/key')).toMatchObject({ keyFile: '/etc/key' })
  })
})

describe('Refused is', () => {
  const CANARY = 'CANARY-token'
  const rows: readonly {
    name: string
    given: readonly [notify: string | undefined, keyFile?: string]
    want: string
  }[] = [
    { name: 'another word', given: [CANARY], want: 'flag "--notify": it is neither' },
    { name: 'another protocol', given: [`ftp://${CANARY}`], want: 'flag "--notify": it is neither' },
    {
      name: 'a password',
      given: [`https://a:${CANARY}@hooks.example`],
      want: 'flag "--notify": it contains a user or a password',
    },
    {
      name: 'a key for Flux',
      given: ['flux', 'key'],
      want: 'flag "--notify-key-file": Flux does not support signatures',
    },
    {
      name: 'a key for nobody',
      given: [undefined, 'key'],
      want: 'flag "--notify-key-file": it requires "--notify"',
    },
  ]
  test.for(rows)('$name, and it is not quoted', ({ given, want }) => {
    const reading = () => read(...given)
    expect(reading).toThrow(Refusal)
    expect(reading).toThrow(want)
    expect(reading).not.toThrow(CANARY)
  })

  test('a file without a key', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fitout-key-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'key')
    const target = read('https://hooks.example', file)
    await expect(checkKeyFile(target)).rejects.toThrow('cannot be read, or contains no key')
    await writeFile(file, ' \n')
    await expect(checkKeyFile(target)).rejects.toThrow(Refusal)
    await writeFile(file, 'a key\n')
    await expect(checkKeyFile(target)).resolves.toBeUndefined()
  })
})
