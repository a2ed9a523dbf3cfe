import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { notificationOf } from '../../src/domain/notify/notification.ts'
import { aFact, heldStatus, readyStatus } from '../domain/sample-fact.ts'
import { webhookMessageOf } from '../../src/domain/notify/webhook-message.ts'
import { cellsUnder } from './tables.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/notifications.md'), 'utf8')
const blockOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1] ?? ''
const held = notificationOf([aFact(heldStatus())])
const message = webhookMessageOf(held, '2026-11-16T12:00:10Z')

describe('The guide to notifications', () => {
  test('shows what people read', () => {
    expect(blockOf('text')).toBe(`${held.message}\n`)
  })

  test('shows what a webhook gets', () => {
    expect(JSON.parse(blockOf('json'))).toEqual(message)
  })

  test('explains every field of it', () => {
    const explained = cellsUnder(guide, '## To a webhook').flatMap(([cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, field]) => field),
    )
    expect(new Set(['version', ...explained])).toEqual(new Set([...Object.keys(message), 'since']))
  })

  test('says which fields are not there when a cluster got ready', () => {
    const ready = webhookMessageOf(notificationOf([aFact(readyStatus())]), '2026-11-16T12:00:10Z')
    const missing = Object.keys(message).filter(field => !(field in ready))
    expect(missing).toEqual(['next', 'step', 'actor'])
    expect(ready.reason).toBe('Ready')
  })
})
