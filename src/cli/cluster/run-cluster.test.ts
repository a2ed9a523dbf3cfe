import { afterEach, describe, expect, test } from 'vitest'
import { FleetScene, sampleClass } from '#test/cli/fleet-scene.ts'

let scene: FleetScene
afterEach(() => scene.close())
const golden = (name: string) => `../../../test/golden/fleet/cluster-${name}.txt`
const FOLDER = 'infrastructure/control-plane-cluster/capi/dev'

const encrypted = `apiVersion: v1
kind: Secret
metadata: {name: blue-git-credentials}
type: addons.cluster.x-k8s.io/resource-set
data: {git-credentials.yaml: 'ENC[AES256_GCM,data:x,type:str]'}
sops: {version: 3.11.0}
`

describe('fitout cluster new', () => {
  test('writes a cluster from any folder below, and says what is next', async () => {
    scene = await FleetScene.withRepository()
    await expect(
      await scene.run('cluster new blue --env dev --set region=eu-west-1', { below: 'clusters' }),
    ).toMatchFileSnapshot(golden('new'))
    expect(await scene.read(`${FOLDER}/kustomization.yaml`)).toContain('- ../../../packs\n- blue\n')
  })

  test('keeps the list of clusters in order, and comments in it', async () => {
    scene = await FleetScene.withRepository()
    for (const name of ['b', 'c', 'a'])
      await scene.run(`cluster new ${name} --env dev --set region=eu-west-1`)
    expect(await scene.read(`${FOLDER}/kustomization.yaml`)).toContain('# `fitout cluster new` adds')
    expect(await scene.read(`${FOLDER}/kustomization.yaml`)).toContain('- a\n- b\n- c\n')
  })

  test('takes variables from a file, and says where one is wrong', async () => {
    scene = await FleetScene.withRepository()
    await scene.given({ 'v.yaml': '# what it is\nregion: eu-west-1\nnodes: 0\n' })
    await expect(await scene.run('cluster new blue --env dev -f v.yaml')).toMatchFileSnapshot(
      golden('error-file'),
    )
    await scene.given({ 'v.yaml': 'region: eu-west-1\nnodes: 2\n' })
    expect(await scene.run('cluster new blue --env dev -f v.yaml')).toContain('(exit 0)')
    expect(await scene.read(`${FOLDER}/blue/cluster.yaml`)).toContain('    - name: nodes\n      value: 2\n')
  })

  test('lists the file of its class, and takes a class from a file elsewhere', async () => {
    scene = await FleetScene.withRepository()
    const list = 'infrastructure/control-plane-cluster/classes/kustomization.yaml'
    await scene.given({ 'elsewhere/other.yaml': sampleClass.replace('name: eks', 'name: other') })
    const line = '--env dev --set region=eu-west-1'
    expect(await scene.run(`cluster new a ${line} --class other.yaml`, { below: 'elsewhere' })).toContain(
      '(exit 0)',
    )
    expect(await scene.read(`${FOLDER}/a/cluster.yaml`)).toContain('classRef:\n      name: other\n')
    expect(await scene.read(list)).toContain('resources: []\n')
    await scene.run(`cluster new b ${line}`)
    await scene.run(`cluster new c ${line}`)
    expect(await scene.read(list)).toContain('resources:\n- eks.yaml\n')
  })

  test('fills a template as clusterctl does, and lists what is not set', async () => {
    scene = await FleetScene.withRepository()
    const template =
      'apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: {name: "${CLUSTER_NAME}"}\nspec: {topology: {version: "${KUBERNETES_VERSION}", classRef: {name: "${CLASS}"}}}\n'
    await scene.given({ 't.yaml': template })
    expect(await scene.run('cluster new blue --env dev --template t.yaml')).toContain(
      't.yaml:4:71: variable CLASS is not set\n',
    )
    expect(await scene.run('cluster new blue --env dev --template t.yaml --set CLASS=x')).toContain(
      '(exit 0)',
    )
    expect(await scene.run('cluster new blue --env dev --template t.yaml --set CLASS=x')).toContain(
      'is unchanged',
    )
    expect(await scene.run('cluster new blue --env dev --template t.yaml --set CLASS=y')).toContain(
      'with other settings',
    )
    expect(await scene.run('cluster list')).toContain('dev          blue  x      v1.35.4     default\n')
    expect(await scene.run('init --check')).toContain('(exit 0)')
  })

  test('lists encrypted credentials when they are there, and refuses those that are not encrypted', async () => {
    scene = await FleetScene.withRepository()
    await scene.run('cluster new blue --env dev --set region=eu-west-1')
    const file = `${FOLDER}/blue/git-credentials.sops.yaml`
    await scene.given({ [file]: encrypted.replace('ENC[AES256_GCM,data:x,type:str]', 'CANARY') })
    const refused = await scene.run('cluster new blue --env dev')
    expect(refused).toContain('is not encrypted')
    expect(refused).not.toContain('CANARY')
    await scene.given({ [file]: encrypted })
    expect(await scene.run('cluster new blue --env dev')).toContain('(exit 0)')
    expect(await scene.read(`${FOLDER}/blue/kustomization.yaml`)).toContain('- git-credentials.sops.yaml\n')
    expect(await scene.read(`${FOLDER}/blue/sync.yaml`)).toContain(
      '  - kind: Secret\n    name: blue-git-credentials\n  - kind: ConfigMap\n',
    )
    expect(await scene.run('cluster new blue --env dev')).toContain('is unchanged')
  })

  test('lets External Secrets make the credentials', async () => {
    scene = await FleetScene.withRepository('--credentials external-secrets')
    await scene.run('cluster new blue --env dev --set region=eu-west-1')
    await expect(await scene.read(`${FOLDER}/blue/git-credentials.yaml`)).toMatchFileSnapshot(
      golden('external-secret'),
    )
  })

  test('keeps what people changed', async () => {
    scene = await FleetScene.withRepository()
    await scene.run('cluster new blue --env dev --set region=eu-west-1')
    const mine = (await scene.read(`${FOLDER}/blue/cluster.yaml`)).replace('replicas: 3', 'replicas: 1')
    await scene.given({ [`${FOLDER}/blue/cluster.yaml`]: mine })
    expect(await scene.run('cluster new blue --env dev')).toContain('is unchanged')
    expect(await scene.read(`${FOLDER}/blue/cluster.yaml`)).toBe(mine)
  })

  test('says to programs what it wrote', async () => {
    scene = await FleetScene.withRepository()
    expect(await scene.run('cluster new blue --env dev --set region=eu-west-1 --dry-run -o json')).toContain(
      '"result": "would be written"',
    )
    expect(await scene.run('cluster list -o name')).toBe('$ fitout cluster list -o name\n(exit 0)\n')
  })
})

describe('Refused, with everything as it was:', () => {
  const set = '--set region=eu-west-1'
  const cases = [
    { name: 'a name that is no DNS label', line: `cluster new Blue_1 --env dev ${set}`, want: 'name' },
    { name: 'a name that is a folder', line: `cluster new mgmt --env dev ${set}`, want: 'name-taken' },
    {
      name: 'an environment that is not there',
      line: `cluster new blue --env staging ${set}`,
      want: 'environment',
    },
    { name: 'no environment', line: `cluster new blue ${set}`, want: 'no-environment' },
    {
      name: 'a variable of the wrong type',
      line: `cluster new blue --env dev ${set} --set nodes=many`,
      want: 'type',
    },
    { name: 'a variable that is missing', line: 'cluster new blue --env dev', want: 'missing' },
    {
      name: 'a class that is not there',
      line: `cluster new blue --env dev --class ek ${set}`,
      want: 'class',
    },
    { name: 'no name', line: 'cluster new --env dev', want: 'no-name' },
    {
      name: 'a file of a class that is not there',
      line: `cluster new blue --env dev --class none.yaml ${set}`,
      want: 'no-class-file',
    },
    {
      name: 'a file without a class',
      line: `cluster new blue --env dev --class cilium.yaml ${set}`,
      want: 'no-class-in-file',
    },
    {
      name: 'a word that is no assignment',
      line: 'cluster new blue --env dev --set region',
      want: 'assignment',
    },
    {
      name: 'a file of values that is not there',
      line: 'cluster new blue --env dev -f none.yaml',
      want: 'no-file',
    },
    {
      name: 'a file of another owner',
      files: { 'clusters/dev/blue/tenants.yaml': 'mine\n' },
      line: `cluster new blue --env dev ${set}`,
      want: 'foreign',
    },
    {
      name: 'a list in one line',
      files: { [`${FOLDER}/kustomization.yaml`]: 'resources: [namespace.yaml]\n' },
      line: `cluster new blue --env dev ${set}`,
      want: 'list',
    },
    {
      name: 'a template with a plain Secret',
      files: { 't.yaml': 'kind: Cluster\nmetadata: {name: a}\n---\nkind: Secret\nstringData: {a: CANARY}\n' },
      line: 'cluster new blue --env dev --template t.yaml',
      want: 'secret',
    },
  ]
  for (const { name, files = {}, line, want } of cases) {
    test(name, async () => {
      scene = await FleetScene.withRepository()
      await scene.given(files)
      const before = await scene.files()
      const said = await scene.run(line)
      await expect(said).toMatchFileSnapshot(golden(`error-${want}`))
      expect(said).not.toContain('CANARY')
      expect(await scene.files()).toEqual(before)
    })
  }

  test('a cluster outside of a fleet repository', async () => {
    scene = await FleetScene.open()
    await expect(await scene.run('cluster list')).toMatchFileSnapshot(golden('error-no-repository'))
  })
})

describe('fitout cluster list', () => {
  test('lists clusters for people and for programs, whoever wrote them', async () => {
    scene = await FleetScene.withRepository()
    await scene.run('cluster new blue --env dev --set region=eu-west-1')
    await scene.given({
      'infrastructure/control-plane-cluster/capi/prod/old/cluster.yaml':
        'apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nmetadata: {name: old}\nspec: {topology: {class: k, version: v1.33.1}}\n',
    })
    const forms = await Promise.all(
      ['', ' -o wide', ' -o name', ' -o json', ' -o yaml', ' --env prod'].map(form =>
        scene.run(`cluster list${form}`),
      ),
    )
    await expect(forms.join('\n')).toMatchFileSnapshot(golden('list'))
  })
})
