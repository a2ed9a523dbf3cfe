import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeDocuments } from '../../src/domain/yaml/document/join-documents.ts'
import { runGuide } from './run-guide.ts'
import { shellBlocks } from './shell-blocks.ts'
import { wholeFluxRelease } from './whole-flux-release.ts'

const root = join(import.meta.dirname, '../..')
/** In the order in which they build on one another. */
const guides = ['first-cluster', 'write-a-fitout', 'values-from-terraform']

// What Terraform leaves in the guide.
const outputs = `cluster_name: blue
cluster_endpoint: https://blue.eks.example.com
karpenter_iam_role_arn: arn:aws:iam::012345678901:role/karpenter-blue
karpenter: '{"region":"eu-central-1","queue_name":"karpenter-blue"}'
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-plans-'))
  const work = join(folder, 'work')
  await mkdir(join(work, 'manifests'), { recursive: true })
  // What the reader downloads, cut down to a few objects.
  await writeFile(join(work, 'manifests/flux-2.9.4.yaml'), writeDocuments(wholeFluxRelease()))
  await writeFile(join(work, 'outputs.yaml'), outputs)
})
afterAll(async () => rm(folder, { recursive: true }))

/** The blocks of a guide that make files, without what they do to clusters. */
async function filesOf(guide: string): Promise<readonly string[]> {
  const blocks = await shellBlocks(`docs/guides/${guide}.md`)
  return blocks
    .filter(commands => commands.includes("<<'EOF'"))
    .map(commands => commands.replaceAll(/^kubectl .*$/gm, ''))
}

/** The plan of the README, beside packs for its namespace. */
async function readmePlan(): Promise<string> {
  const [, plan = ''] = /^```yaml\n(.*?)^```$/ms.exec(await readFile(join(root, 'README.md'), 'utf8')) ?? []
  return `mkdir readme
# It hands over less than the guide does.
sed '/cluster_/d; /queue/d; /log_level/d; s/valuesKey: role/valuesKey: karpenter_iam_role_arn/' manifests/karpenter.yaml > readme.yaml
fitout pack cni manifests/cni.yaml --namespace prod --out readme/cni
fitout pack flux manifests/flux-2.9.4.yaml --version 2.9.4 --namespace prod --out readme/flux
fitout pack karpenter readme.yaml --namespace prod --out readme/karpenter
cat > readme/fitout.yaml <<'EOF'
${plan}EOF
`
}

function simulate(where: string): string {
  return `fitout simulate -f ${where} --values outputs.yaml -o json 2> notes.txt || true\n`
}

describe('A simulation of the plans that documents show', () => {
  test('gets every cluster ready', async () => {
    const made = (await Promise.all(guides.map(filesOf))).flat()
    const commands = [
      ...made,
      simulate('infrastructure'),
      'cat notes.txt\n',
      await readmePlan(),
      simulate('readme'),
    ]
    const printed = await runGuide(
      commands.map(one => ({ commands: one, output: undefined })),
      folder,
    )
    const [guidesSaid = '', notes, , readmeSaid = ''] = printed.slice(made.length)
    expect([outcomeOf(guidesSaid), outcomeOf(readmeSaid)]).toEqual([
      { states: { Ready: 6 }, causes: [] },
      { states: { Ready: 3 }, causes: [] },
    ])
    expect(notes).toContain(
      'note: load balancers are not simulated: the cloud is assumed to create the address of Service ingress/gateway\n',
    )
  })

  test('leaves no guide out', async () => {
    const files = (await readdir(join(root, 'docs/guides'))).filter(file => file.endsWith('.md'))
    const texts = await Promise.all(files.map(file => readFile(join(root, 'docs/guides', file), 'utf8')))
    const withPlans = files.filter((_, index) => /^kind: Fitout$/m.test(texts[index] ?? ''))
    // The guides to EKS, to simulations and from a proposal have tests of their own.
    expect(withPlans).toEqual([
      'eks.md',
      'first-cluster.md',
      'from-a-proposal.md',
      'simulate-in-ci.md',
      'write-a-fitout.md',
    ])
  })
})

interface Outcome {
  readonly clusters: readonly { readonly state: string }[]
  readonly causes: readonly unknown[]
}

function outcomeOf(said: string): object {
  const { clusters, causes }: Outcome = JSON.parse(said)
  const groups = Map.groupBy(clusters, ({ state }) => state)
  return { states: Object.fromEntries([...groups].map(([state, { length }]) => [state, length])), causes }
}
