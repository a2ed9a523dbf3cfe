import { setTimeout as sleep } from 'node:timers/promises'
import { COMMENT_MARK } from '../../domain/change/report/change-comment.ts'
import { postComment } from '../../forge/comment-store.ts'
import { findMergeRequest, type MergeRequestFlags } from '../../forge/find-merge-request.ts'
import { ForgeError } from '../../forge/forge-error.ts'
import { commentsOf } from '../../forge/merge-request.ts'
import { Refusal } from '../command/refusal.ts'
import type { Io } from '../io/io.ts'

const TIMEOUT_MS = 30_000

const done = {
  created: 'posted the plan to',
  renewed: 'renewed the plan of',
  unchanged: 'the plan is already there, as it is, in',
} as const

/** Finds the merge request, and gives what posts a comment to it and says so. */
export function posterFor(
  flags: MergeRequestFlags,
  { env }: Pick<Io, 'env'>,
): (body: string) => Promise<string> {
  const found = findMergeRequest(flags, env)
  if (!found.ok) throw new Refusal(found.message, { exitCode: 2, fix: found.fix })
  const store = commentsOf(found.request, { timeoutMs: TIMEOUT_MS, sleep: ms => sleep(ms) })
  return async body => {
    try {
      const { outcome, others } = await postComment(store, body, COMMENT_MARK)
      const more = others > 0 ? `; ${others} more comments of it are left as they are` : ''
      return `${done[outcome]} ${store.name}${more}`
    } catch (error) {
      if (!(error instanceof ForgeError)) throw error
      throw new Refusal(error.message, { exitCode: 4, fix: error.fix })
    }
  }
}
