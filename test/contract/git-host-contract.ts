import { describe, expect, test } from 'vitest'
import type { GitHost } from '../../src/forge/git-host.ts'
import { proposeChange, proposeRevert, type ProposedChange } from '../../src/forge/propose-change.ts'

/** A repository on a forge with a branch `main`, and what others do to it. */
export interface HostBench {
  readonly host: GitHost
  /** Someone pushes a file to main. */
  readonly push: (path: string, text: string) => Promise<void>
  readonly merge: (number: number) => Promise<void>
  /** What a branch has under a path; undefined if there is no such file. */
  readonly read: (path: string, branch: string) => Promise<string | undefined>
}

function textsOn(
  { read }: HostBench,
  { files }: ProposedChange,
  branch: string,
): Promise<readonly (string | undefined)[]> {
  return Promise.all(files.map(({ path }) => read(path, branch)))
}

/** What proposing a change promises, on every forge. */
export function gitHostContract(open: () => Promise<HostBench>): void {
  // One repository may serve all tests: each has names of its own.
  let count = 0
  async function scene(): Promise<HostBench & { readonly list: string; readonly change: ProposedChange }> {
    const bench = await open()
    const name = `team-${++count}`
    const list = `capi/list-${count}.yaml`
    await bench.push(list, 'resources:\n- a\n')
    const change: ProposedChange = {
      branch: `fitout/new-${name}`,
      base: 'main',
      title: `Add cluster ${name}`,
      body: '### Plan: 1 cluster',
      files: [
        { path: list, before: 'resources:\n- a\n', after: `resources:\n- a\n- ${name}\n` },
        { path: `capi/${name}/cluster.yaml`, before: undefined, after: 'größe: 1 # 日本\r\nend: "\\u0000"' },
      ],
    }
    return { ...bench, list, change }
  }

  describe('a change', () => {
    test('becomes a branch with these files and an open request, and main stays as it is', async () => {
      const { change, ...bench } = await scene()
      const { outcome, id, request } = await proposeChange(bench.host, change)
      expect({ outcome, ...request }).toMatchObject({
        outcome: 'opened',
        title: change.title,
        state: 'open',
        branch: change.branch,
        base: 'main',
        url: expect.stringMatching(/^https?:\/\//),
        author: expect.stringMatching(/./),
      })
      expect(id).toBe(`${bench.host.mark}${request.number}`)
      expect(await textsOn(bench, change, change.branch)).toEqual(change.files.map(({ after }) => after))
      expect(await textsOn(bench, change, 'main')).toEqual(change.files.map(({ before }) => before))
    })

    test('is not proposed twice', async () => {
      const { change, host } = await scene()
      const first = await proposeChange(host, change)
      const second = await proposeChange(host, { ...change, body: 'later' })
      expect([second.outcome, second.id]).toEqual(['unchanged', first.id])
    })

    test('gets its request when only the branch was made', async () => {
      const { change, host } = await scene()
      const commit = (await host.headOf('main')) ?? ''
      const files = await Promise.all(
        change.files.map(async ({ path, after }) => ({
          path,
          before: await host.fileAt(path, commit),
          after,
        })),
      )
      await host.commit({ branch: change.branch, base: { branch: 'main', commit }, message: 'x', files })
      expect((await proposeChange(host, change)).outcome).toBe('opened')
    })

    test('does not overwrite a branch that has something else', async () => {
      const { change, ...bench } = await scene()
      await proposeChange(bench.host, change)
      const other = change.files.map(file => ({ ...file, after: `${file.after ?? ''}# other\n` }))
      await expect(proposeChange(bench.host, { ...change, files: other })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('it is there already, with other content in capi/'),
      })
      expect(await textsOn(bench, change, change.branch)).toEqual(change.files.map(({ after }) => after))
    })

    const stale = [
      {
        name: 'a file that is not what it was',
        push: (list: string) => list,
        says: 'on main it is not what it was',
      },
      {
        name: 'a file that is there already',
        push: (_: string, { files }: ProposedChange) => files[1]?.path ?? '',
        says: 'it is there already on main',
      },
    ]
    test.each(stale)('is refused for $name, and no branch is made', async ({ push, says }) => {
      const { change, list, ...bench } = await scene()
      await bench.push(push(list, change), 'newer: true\n')
      await expect(proposeChange(bench.host, change)).rejects.toMatchObject({
        code: 'CONFLICT',
        isBranchMade: false,
        message: expect.stringContaining(says),
      })
      expect(await bench.host.headOf(change.branch)).toBeUndefined()
    })

    test('is refused if there is no such base, or the base has all of it', async () => {
      const { change, host, list } = await scene()
      await expect(proposeChange(host, { ...change, base: 'none' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      const same = [{ path: list, before: 'resources:\n- a\n', after: 'resources:\n- a\n' }]
      await expect(proposeChange(host, { ...change, files: same })).rejects.toMatchObject({
        code: 'CONFLICT',
      })
    })
  })

  describe('a request', () => {
    test('is listed with the newest first, with what it changes, and can be followed to its merge', async () => {
      const one = await scene()
      const first = await proposeChange(one.host, one.change)
      const two = await scene()
      const second = await proposeChange(two.host, two.change)
      const open = await two.host.openRequests('main', 2)
      expect(open[0]?.number).toBe(second.request.number)
      expect((await two.host.openRequests('main', 100)).map(({ number }) => number)).toEqual(
        expect.arrayContaining(two.host === one.host ? [first.request.number, second.request.number] : []),
      )
      const { number } = second.request
      expect((await two.host.changedPaths(number)).map(({ path }) => path).toSorted()).toEqual(
        two.change.files.map(({ path }) => path).toSorted(),
      )
      await two.merge(number)
      expect(await two.host.request(number)).toMatchObject({ state: 'merged', mergedAt: expect.any(String) })
    })

    test('that was merged is taken back by another one', async () => {
      const { change, ...bench } = await scene()
      const { request, id } = await proposeChange(bench.host, change)
      await expect(proposeRevert(bench.host, request.number, 'main')).rejects.toMatchObject({
        message: expect.stringContaining(`cannot revert ${id} of `),
      })
      await bench.merge(request.number)
      const reverted = await proposeRevert(bench.host, request.number, 'main')
      expect(reverted.request).toMatchObject({
        title: `Revert "${change.title}"`,
        branch: `fitout/revert-${request.number}`,
      })
      expect(await textsOn(bench, change, reverted.request.branch)).toEqual(
        change.files.map(({ before }) => before),
      )
      expect((await proposeRevert(bench.host, request.number, 'main')).outcome).toBe('unchanged')
    })

    test('is not taken back where somebody has changed a file since', async () => {
      const { change, list, ...bench } = await scene()
      const { request } = await proposeChange(bench.host, change)
      await bench.merge(request.number)
      await bench.push(list, 'resources:\n- later\n')
      await expect(proposeRevert(bench.host, request.number, 'main')).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('on main it is not what it was'),
      })
    })
  })
}
