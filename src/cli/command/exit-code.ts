/** What each exit code means to a script. Help prints these words, and docs/reference/command-line.md explains them. */
export const exitCodes = {
  0: 'done',
  1: 'no or refused',
  2: 'wrong usage',
  3: 'timed out',
  4: 'not readable',
  70: 'bug',
  130: 'interrupted',
} as const

export type ExitCode = keyof typeof exitCodes
