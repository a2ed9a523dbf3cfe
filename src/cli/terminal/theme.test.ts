import { describe, expect, test } from 'vitest'
import { span } from './line.ts'
import { renderLine, signOf, themeOf } from './theme.ts'

describe('What a terminal can show', () => {
  const cases = [
    { name: 'is ASCII in the locale C', env: { LANG: 'C' }, want: false },
    { name: 'is ASCII without a locale', env: {}, want: false },
    { name: 'is more in UTF-8', env: { LANG: 'de_DE.UTF-8' }, want: true },
    { name: 'is decided by LC_ALL first', env: { LC_ALL: 'POSIX', LANG: 'en_US.utf8' }, want: false },
    {
      name: 'is decided by LC_CTYPE before LANG',
      env: { LC_ALL: '', LC_CTYPE: 'C.utf8', LANG: 'C' },
      want: true,
    },
  ]
  test.for(cases)('$name', ({ env, want }) => {
    expect(themeOf({ hasColor: true, env })).toEqual({ hasColor: true, isUnicode: want })
  })
})

describe('A line on a terminal', () => {
  const line = [span('✓ 3', 'ready'), span('  '), span('! 1 Held', 'alert'), span(' ', 'failed')]
  test('has colours where they are shown, and none on blanks', () => {
    expect(renderLine(line, { hasColor: true, isUnicode: true })).toBe(
      '\u001B[32m✓ 3\u001B[39m  \u001B[43m\u001B[30m! 1 Held\u001B[39m\u001B[49m',
    )
  })

  test('has no escape code where they are not', () => {
    expect(renderLine(line, { hasColor: false, isUnicode: true })).toBe('✓ 3  ! 1 Held')
  })

  test('has nothing but ASCII where nothing else is shown', () => {
    expect(renderLine([span('größe 集')], { hasColor: false, isUnicode: false })).toBe('gr??e ?')
    expect(signOf({ glyph: '✓', ascii: '+' }, { hasColor: true, isUnicode: false })).toBe('+')
  })
})
