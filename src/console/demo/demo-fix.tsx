import { type ReactNode, useState } from 'react'
import type { DemoResponse } from '../../server/api/demo-response.ts'
import { postJson, RequestError } from '../data/api-client.ts'
import { useAction, useSession } from '../data/session.ts'
import { useResource } from '../data/use-resource.ts'
import { Notice } from '../elements/notice.tsx'

/** In the demo: does for a cluster what its cause asks for, so that one sees it become Ready. */
export function DemoFix({ id }: { readonly id: string }): ReactNode {
  const session = useSession()
  const isDemo = session?.mode === 'demo'
  const { value, reload } = useResource<DemoResponse>(isDemo ? 'demo' : undefined)
  const { isAllowed, reason } = useAction('fixDemo')
  const [problem, setProblem] = useState<string>()
  const trouble = value?.troubles.find(({ cluster }) => cluster === id)
  if (session === undefined || trouble === undefined) return null
  if (trouble.isFixed) return <Notice tone="busy">{trouble.done}</Notice>
  const fix = async () => {
    try {
      await postJson<DemoResponse>('demo/fix', { cluster: id }, { token: session.token })
      setProblem(undefined)
    } catch (error) {
      setProblem(error instanceof RequestError ? error.message : 'the server does not answer')
    }
    reload()
  }
  return (
    <Notice tone="quiet">
      <p className="spread">
        <span>Demo: {trouble.next}</span>
        <button
          type="button"
          className="button small"
          aria-disabled={!isAllowed}
          title={reason}
          onClick={() => {
            if (isAllowed) void fix()
          }}
        >
          Fix it
        </button>
      </p>
      {problem === undefined ? null : <p role="alert">Cannot fix it: {problem}</p>}
    </Notice>
  )
}
