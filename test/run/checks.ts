/** What `make check` asks of the whole repository. A check passes when its command ends with 0. */
export interface Check {
  readonly name: string
  readonly command: readonly [string, ...string[]]
}

export const checks = {
  types: { name: 'types', command: ['tsc', '-p', '.'] },
  // The same files once more, in a world without Node and without a browser.
  domainTypes: { name: 'types of the domain', command: ['tsc', '-p', 'src/domain'] },
  // A world with a browser and without Node.
  consoleTypes: { name: 'types of the console', command: ['tsc', '-p', 'src/console'] },
  browserTestTypes: { name: 'types of the tests in a browser', command: ['tsc', '-p', 'test/browser'] },
  lint: {
    name: 'lint and imports',
    command: ['oxlint', '--report-unused-disable-directives-severity=error'],
  },
  // The names of the files that `make format` would change, and nothing else.
  format: { name: 'format', command: ['oxfmt', '--list-different'] },
  deadCode: { name: 'dead code and dependencies', command: ['knip'] },
  // What tests alone keep alive does not ship: knip.json names the few files that wait for their command, and what is
  // exported for tests alone is marked @internal.
  unreached: { name: 'what the command cannot reach', command: ['knip', '--production'] },
  bundle: { name: 'bundle', command: ['rolldown', '-c'] },
} as const satisfies Record<string, Check>
