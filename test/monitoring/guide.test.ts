import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { thousandClusters } from '../domain/sample-snapshot.ts'
import { isAsShown, runGuide } from '../documents/run-guide.ts'
import { shellBlocksWithOutput } from '../documents/shell-blocks.ts'

const root = join(import.meta.dirname, '../..')

// In place of a management cluster: a picture of one, and a kubectl that only looks for what it is given.
const prelude = `
export FITOUT='${root}' LC_ALL=C.UTF-8
fitout() {
  if [ "$1" = status ]; then command fitout "$@" --snapshot fleet.json; else command fitout "$@"; fi
}
kubectl() {
  case "$*" in
    'apply --server-side -k '*) test -f "$4/kustomization.yaml" ;;
    '-n fitout-system logs deployment/fitout-controller') grep -q 'name: fitout-controller' "$FITOUT/deploy/controller/deployment.yaml" ;;
    '-n fitout-system get pods,leases' | 'events --namespace prod --for cluster/'*) ;;
    *) return 1 ;;
  esac
}
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-guide-'))
  await mkdir(join(folder, 'work'))
  await writeFile(join(folder, 'work/fleet.json'), JSON.stringify(thousandClusters()))
})
afterAll(async () => rm(folder, { recursive: true }))

test('every command of the guide to monitoring prints what the guide shows', async () => {
  const blocks = await shellBlocksWithOutput('docs/guides/monitoring.md')
  expect(blocks.filter(({ output }) => output !== undefined)).toHaveLength(1)
  const [, ...printed] = await runGuide([{ commands: prelude, output: undefined }, ...blocks], folder)
  const different = blocks.flatMap(({ output }, index) => {
    const text = printed[index] ?? ''
    return output === undefined || isAsShown(text, output) ? [] : [{ shown: output, printed: text }]
  })
  expect(different).toEqual([])
})
