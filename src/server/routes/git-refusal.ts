import { ForgeError } from '../../forge/forge-error.ts'
import { ProposalError } from '../../forge/propose-change.ts'
import { HttpRefusal } from '../http/http-refusal.ts'

/** Does something on the Git host. What it refuses is told with what was done before. */
export async function onGitHost<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ForgeError) && !(error instanceof ProposalError)) throw error
    const { code, status, fix, message } = error
    throw new HttpRefusal('GitHost', message, {
      git: {
        problem: code,
        ...(status === undefined ? {} : { status }),
        isBranchMade: error instanceof ProposalError && error.isBranchMade,
        ...(fix === undefined ? {} : { fix }),
      },
    })
  }
}
