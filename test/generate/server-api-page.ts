import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorStatus } from '../../src/server/http/http-refusal.ts'
import type { ServerRoute } from '../../src/server/http/server-route.ts'
import { consoleRoutes } from '../../src/server/routes/console-routes.ts'
import type { ConsoleWorld } from '../../src/server/routes/console-world.ts'

const folder = join(import.meta.dirname, '..', '..', 'src', 'server', 'api')

/** The reference of the API that the console is served with: its routes as they are, and its types as they stand in the code. */
export function serverApiPage(): string {
  return [intro, routeTable(), errors(), types()].join('\n')
}

const intro = `<!-- Made by \`make generate\` from src/server. Do not edit. -->

# The server API

What \`fitout console\` and \`fitout demo --web\` serve to their page. It is not a contract: page and server are of one version, and the next version may have
another API. For programs there is \`-o json\` of the [commands](command-line.md). Every answer is JSON. Every answer with \`asOf\` has an \`ETag\` that leaves the time out:
with \`If-None-Match\` the same facts are not sent twice. A POST or PUT needs the header \`X-Fitout-Token\` with the token of \`me\`, comes from the page itself, and has at most a megabyte.

## Routes

Which right a route needs: \`session\`: a user who is logged in, and the answer holds what this user may see. \`namespace\`: also the right to see the clusters of the namespace; without it the
answer is that for a cluster that does not exist. What it changes: \`git\` is a branch and a merge request, \`session\` what the server keeps of the session, \`simulation\` the demo. No
route writes to a cluster.
`

function routeTable(): string {
  const world = {} as ConsoleWorld
  const routes = consoleRoutes(world, { identity: { routes: [] }, demo: { troubles: [], speed: 1 } })
  const rows = routes.map(
    ({ method, path, right, effect }: ServerRoute) => `| \`${method} ${path}\` | ${right} | ${effect} |`,
  )
  return `| route | needs | changes |\n|---|---|---|\n${rows.toSorted().join('\n')}\n`
}

function errors(): string {
  const rows = Object.entries(errorStatus).map(([code, status]) => `| \`${code}\` | ${status} |`)
  return `## Errors\n\nAn answer with a status from 400 on is an \`ErrorResponse\`.\n\n| code | status |\n|---|---|\n${rows.join('\n')}\n`
}

function types(): string {
  const files = globSync('*.ts', { cwd: folder }).toSorted()
  return `## Types\n\n${files.map(file => typesOf(file)).join('\n')}`
}

function typesOf(file: string): string {
  const text = readFileSync(join(folder, file), 'utf8')
    .replaceAll(/^import .*\n/gm, '')
    .trim()
  return `### ${file.replace('.ts', '')}\n\n\`\`\`ts\n${text}\n\`\`\`\n`
}
