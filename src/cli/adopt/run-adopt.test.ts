import { afterAll, beforeAll, expect, test } from 'vitest'
import { AdoptScene, helmWith } from '#test/cli/adopt-scene.ts'

const golden = '../../../test/golden/adopt'

const manifest = `apiVersion: apps/v1
kind: Deployment
metadata: {name: metrics-server, labels: {app.kubernetes.io/managed-by: Helm}}
spec:
  replicas: 1
  selector: {matchLabels: {app: metrics-server}}
  template:
    metadata: {labels: {app: metrics-server}}
    spec: {containers: [{name: metrics-server, image: 'registry.k8s.io/metrics-server/metrics-server:v0.8.0'}]}
`

let scene: AdoptScene
beforeAll(async () => {
  scene = await AdoptScene.open(['dev/blue'])
  await scene.install('dev/blue', {
    name: 'metrics-server',
    namespace: 'kube-system',
    version: '3.13.1',
    revision: 2,
    values: { replicas: 1, apiToken: 'dont-show-me' },
    manifest,
    manager: 'terraform-provider-helm_v1.3.2_x4',
  })
  await scene.install('dev/blue', { name: 'other', namespace: 'other', manager: 'helm' })
})
afterAll(async () => scene.close())

test('The report on a cluster with a release of Terraform names everything that adoption would change', async () => {
  const said = await scene.adopt('blue')
  await expect(said).toMatchFileSnapshot(`${golden}/terraform-release.txt`)
})

test('A value that may be a secret is in no form of the report', async () => {
  const said = await Promise.all(
    (['text', 'json', 'yaml'] as const).map(output => scene.adopt('blue', { output })),
  )
  expect(said.join('')).toContain('apiToken')
  expect(said.join('')).not.toContain('dont-show-me')
})

test('A rendering is compared field by field with what the release has stored', async () => {
  const helm = helmWith({ 'metrics-server': manifest.replace('v0.8.0', 'v0.8.1') })
  const said = await scene.adopt('blue', { charts: 'charts', helm })
  expect(said).toContain('--charts has no metrics-server-3.13.1.tgz')
  await scene.repository.given({ 'charts/metrics-server-3.13.1.tgz': 'stands for a chart' })
  const compared = await scene.adopt('blue', { charts: 'charts', helm })
  expect(compared).toContain(
    '! restarts Deployment kube-system/metrics-server: containers[metrics-server].image metrics-server: v0.8.0 -> v0.8.1',
  )
  const equal = await scene.adopt('blue', {
    charts: 'charts',
    helm: helmWith({ 'metrics-server': manifest }),
  })
  expect(equal).toContain('rendered: equal: 1 object')
})

test('With --write the repository keeps what runs, a second run changes nothing, and --undo takes all of it back', async () => {
  const cluster = 'infrastructure/control-plane-cluster/capi/dev/blue/cluster.yaml'
  const text = await scene.repository.read(cluster)
  await scene.repository.given({ [cluster]: text.replace(/ {2}labels:\n.*\n.*\n/, '') })
  const before = await scene.repository.files()
  const tools = { charts: 'charts', helm: helmWith({ 'metrics-server': manifest }) }
  await expect(await scene.adopt('blue', tools)).toMatchFileSnapshot(`${golden}/terraform-patch.txt`)
  expect(await scene.repository.files()).toEqual(before)
  await expect(await scene.adopt('blue', { ...tools, write: true })).toMatchFileSnapshot(
    `${golden}/terraform-write.txt`,
  )
  const written = await scene.repository.files()
  expect(await scene.repository.run('lint')).toContain('no problems')
  await expect(await scene.adopt('blue', { ...tools, write: true })).toMatchFileSnapshot(
    `${golden}/terraform-again.txt`,
  )
  expect(await scene.repository.files()).toEqual(written)
  await expect(await scene.adopt('dev/blue', { undo: true })).toMatchFileSnapshot(
    `${golden}/terraform-undo.txt`,
  )
  expect(await scene.repository.files()).toEqual(before)
  await scene.repository.given({ [cluster]: text })
})

test('A file that somebody has changed since is not taken back', async () => {
  await scene.adopt('blue', { write: true })
  const file = 'clusters/dev/blue/infrastructure.yaml'
  const written = await scene.repository.read(file)
  await scene.repository.given({ [file]: `${written}# mine\n` })
  const before = await scene.repository.files()
  expect(await scene.adopt('dev/blue', { undo: true })).toContain(
    'error: cannot undo the adoption of dev/blue: 1 file changed since: clusters/dev/blue/infrastructure.yaml',
  )
  expect(await scene.repository.files()).toEqual(before)
  await scene.repository.given({ [file]: written })
  expect(await scene.adopt('dev/blue', { undo: true })).toContain('(exit 0)')
})

test('An adoption that is merged is not taken back', async () => {
  const { repository } = scene
  await scene.adopt('blue', { write: true })
  const git = async (...args: readonly string[]) =>
    repository.program('git', '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args)
  await git('init', '--quiet')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'Adopt blue')
  await git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  const before = await repository.files()
  expect(await scene.adopt('dev/blue', { undo: true })).toBe(
    'error: the adoption of dev/blue is merged: .fitout/adopted/dev/blue.yaml is on origin/main\n',
  )
  expect(await repository.files()).toEqual(before)
})
