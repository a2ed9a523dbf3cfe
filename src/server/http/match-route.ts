import { HttpRefusal } from './http-refusal.ts'
import type { RequestHead } from './request-head.ts'
import type { ServerRoute } from './server-route.ts'

/** A route, and what stands for the braces of its path. */
export interface MatchedRoute {
  readonly route: ServerRoute
  readonly params: Readonly<Record<string, string>>
}

/** Finds the route of a request; undefined if no route has its path. Throws if one has, but not for this method. */
export function matchRoute(
  routes: readonly ServerRoute[],
  { method, segments }: Pick<RequestHead, 'method' | 'segments'>,
): MatchedRoute | undefined {
  const found = routes.flatMap(route => {
    const params = paramsOf(route.path, segments)
    return params ? [{ route, params }] : []
  })
  const match = found.find(({ route }) => route.method === method)
  if (match || found.length === 0) return match
  const methods = found.map(({ route }) => route.method).join(', ')
  throw new HttpRefusal('MethodNotAllowed', `this address takes ${methods}`)
}

function paramsOf(path: string, segments: readonly string[]): MatchedRoute['params'] | undefined {
  const pattern = path.slice(1).split('/')
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name !== undefined) params[name] = segment
    else if (part !== segment) return undefined
  }
  return params
}
