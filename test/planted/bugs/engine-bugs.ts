import type { PlantedBug } from '../planted-bug.ts'

/** What the machinery below a controller can do wrong: reading, following, waiting, leading. */
export const engineBugs: readonly PlantedBug[] = [
  {
    number: 4,
    id: 'lists-of-any-age',
    sentence: 'Lists ask for version 0, which a server may answer from an old cache',
    file: 'src/kube/request/read-calls.ts',
    from: '        limit: call.limit,\n',
    to: `        limit: call.limit,\n        resourceVersion: '0',\n`,
    finder: { by: 'tests', file: 'src/kube/request/calls.test.ts' },
  },
  {
    number: 5,
    id: 'own-writes-forgotten',
    sentence: 'What was just written is decided on again before its news are there',
    file: 'src/engine/follow/own-writes.ts',
    from: '    this.#writes.set(key, { uid, resourceVersion, at: this.#clock.elapsed() })',
    to: '',
    finder: { by: 'seeds', rule: 'noEcho', seed: 124 },
  },
  {
    number: 6,
    id: 'watch-ends-for-good',
    sentence: 'A watch that broke is not opened again',
    file: 'src/engine/follow/follower.ts',
    from: 'void this.#options.clock.sleep(milliseconds, this.#begin().signal).then(() => this.#goOn())',
    to: 'this.#begin()',
    finder: { by: 'seeds', rule: 'liveness', seed: 2 },
  },
  {
    number: 7,
    id: 'gone-stays-known',
    sentence: 'What went while nobody watched stays known after the next list',
    file: 'src/engine/follow/object-cache.ts',
    from: 'const missing = [...this.#objects.keys()].filter(key => !listed.has(key))',
    to: 'const missing: string[] = []',
    finder: { by: 'seeds', rule: 'liveness', seed: 228 },
  },
  {
    number: 16,
    id: 'lease-by-wall-clock',
    sentence: 'A lease is judged by the time that its holder wrote into it',
    file: 'src/engine/election/run-election.ts',
    from: 'return this.#options.clock.elapsed() - (this.#seen?.at ?? 0) >= this.#leaseMs',
    to: 'return this.#options.clock.now() - Date.parse(lease.spec.renewTime) >= this.#leaseMs',
    finder: { by: 'tests', file: 'src/engine/election/run-election.test.ts' },
  },
  {
    number: 24,
    id: 'backoff-never-reset',
    sentence: 'A key that works again is still treated as one that failed often',
    file: 'src/engine/run/run-controller.ts',
    from: '      this.#backoff.reset(key)\n      return { result: outcome.kind, delay }',
    to: '      return { result: outcome.kind, delay }',
    finder: { by: 'tests', file: 'src/engine/run/run-controller.test.ts' },
  },
  {
    number: 25,
    id: 'backoff-reset-by-events',
    sentence: 'Every event lets a key that fails begin anew, so that it never slows down',
    file: 'src/engine/run/run-controller.ts',
    from: '    add: key => runner.queue.add(key),',
    to: `    add: key => {
      runner.forget(key)
      runner.queue.add(key)
    },`,
    finder: { by: 'tests', file: 'src/engine/run/run-controller.test.ts' },
  },
]
