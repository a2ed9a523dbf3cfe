import type { DraftOpenRequest, DraftOpenResponse } from '../../server/api/draft-response.ts'
import type { MeResponse } from '../../server/api/me-response.ts'
import { postJson, RequestError } from './api-client.ts'
import { loadSession, setSession } from './session-store.ts'

/** A Git host may take its time: a branch, a commit, a merge request. */
const PATIENCE_MS = 90_000

/** Opens a merge request, or finds the one that is open already. */
export async function proposeDraft(request: DraftOpenRequest, token: string): Promise<DraftOpenResponse> {
  try {
    return await postJson<DraftOpenResponse>('drafts:open', request, { token, patienceMs: PATIENCE_MS })
  } catch (error) {
    // A server that was restarted has another token: the page asks for it, and the next try has it.
    if (error instanceof RequestError && error.code === 'ForeignRequest') await loadSession()
    throw error
  }
}

/** Gives the server the user's own token for the Git host. It is kept nowhere here. */
export async function giveForgeToken(forgeToken: string, token: string): Promise<void> {
  setSession(await postJson<MeResponse>('me/forge-token', { token: forgeToken }, { token, method: 'PUT' }))
}
