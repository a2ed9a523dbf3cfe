import { expect, test } from 'vitest'
import { runLint } from '../run-lint.ts'

const nodeClass = (more: string) => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: default}
spec:
  role: nodes
  subnetSelectorTerms: [{id: subnet-1}]
  securityGroupSelectorTerms: [{id: sg-1}]
${more}`

test.for([
  { name: 'an alias', given: 'amiSelectorTerms: [{alias: al2023@latest}]', want: [] },
  {
    name: 'one image and its family',
    given: 'amiFamily: AL2023\n  amiSelectorTerms: [{id: ami-1}]',
    want: [],
  },
  {
    name: 'one image without its family',
    given: 'amiSelectorTerms: [{id: ami-1}]',
    want: ['NODE_CLASS_TERMS'],
  },
  {
    name: 'two images without their family',
    given: 'amiSelectorTerms: [{id: ami-1}, {name: my-image}]',
    want: ['NODE_CLASS_TERMS'],
  },
  { name: 'no term', given: 'amiSelectorTerms: []', want: ['NODE_CLASS_TERMS'] },
])('An EC2NodeClass with $name is as the schema says, or is not', ({ given, want }) => {
  const texts = new Map([['class.yaml', nodeClass(`  ${given}\n`)]])
  const { findings } = runLint({ texts, paths: new Set(texts.keys()), isWhole: true })
  expect(findings.map(({ code }) => code)).toEqual(want)
})
