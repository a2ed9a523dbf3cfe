import { describe, expect, test } from 'vitest'
import { apps, plan } from '#test/domain/planned-change.ts'

const web = (image: string, label = 'a', more = '') =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: default, labels: {x: ${label}}}\nspec:\n  selector: {matchLabels: {app: web}}\n${more}  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: ${image}}]}\n`
const restarts = (before: string, after: string) =>
  plan({ ...apps, 'apps/web.yaml': before }, { ...apps, 'apps/web.yaml': after }).changes.map(
    one => one.restartsPods,
  )

describe('Pods restart', () => {
  test('if their template changes, and for nothing else', () => {
    expect(restarts(web('web:1'), web('web:2'))).toEqual([true])
    expect(restarts(web('web:1'), web('web:1', 'b'))).toEqual([false])
    expect(restarts(web('web:1'), web('web:1', 'a', '  replicas: 3\n'))).toEqual([false])
  })

  test('not where there are none', () => {
    expect(restarts(web('web:1', 'a', '  replicas: 0\n'), web('web:2', 'a', '  replicas: 0\n'))).toEqual([
      false,
    ])
    const daemon = (image: string) =>
      web(image, 'a', '  updateStrategy: {type: OnDelete}\n').replace('kind: Deployment', 'kind: DaemonSet')
    expect(restarts(daemon('web:1'), daemon('web:2'))).toEqual([false])
  })
})
