import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lintFitout, readClusterFitout, readFitout } from '../../src/domain/validation/read-fitout.ts'
import { formatPath } from '../../src/domain/envsubst/object-path.ts'
import { evaluateHealth } from '../../src/domain/health/evaluate-health.ts'
import { readGoYaml } from '../../src/domain/yaml/read-go-yaml.ts'
import { problemRows } from './problem-rows.ts'

const folder = 'api/samples'
const read = (file: string) => readFileSync(`${folder}/${file}`, 'utf8')

describe('A sample that is right', () => {
  const fitouts = readdirSync(folder).filter(file => file.startsWith('fitout-'))
  test.for(fitouts)('%s has nothing to complain about', file => {
    expect(lintFitout(readGoYaml(read(file)))).toEqual([])
  })

  test('has its defaults filled in', () => {
    expect(readFitout(readGoYaml(read('fitout-minimal.yaml')))).toEqual({
      kind: 'valid',
      fitout: {
        apiVersion: 'fitout.dev/v1alpha1',
        kind: 'Fitout',
        metadata: { name: 'minimal' },
        spec: {
          clusterSelector: { matchLabels: { 'fitout.dev/profile': 'minimal' } },
          suspend: false,
          steps: [
            {
              name: 'cni',
              gate: { label: 'calico.fitout.dev/enabled', value: 'true' },
              proof: { preset: 'calico', stableFor: '0s' },
              timeout: '10m',
            },
          ],
        },
      },
    })
  })

  test('of a ClusterFitout comes back as it is', () => {
    const given = readGoYaml(read('clusterfitout-held.yaml'))
    expect(readClusterFitout(given)).toEqual({ kind: 'valid', clusterFitout: given })
  })

  test('of a ClusterFitout is in progress for everybody who reads kstatus', () => {
    const given = { ...Object(readGoYaml(read('clusterfitout-held.yaml'))) }
    const object = { ...given, metadata: { name: 'blue', generation: 1 } }
    expect(evaluateHealth(object, { now: 0, reader: 'kstatus' })).toMatchObject({
      status: 'InProgress',
      message: 'Step "karpenter" is held',
    })
  })
})

describe('A sample that is wrong', () => {
  const wrong = readdirSync(`${folder}/wrong`).map(file => {
    const text = read(`wrong/${file}`)
    const [first = '', second = ''] = text.split('\n')
    return { file, text, want: first.slice(2), server: second.slice('# server: '.length) }
  })

  test.for(wrong)('$file has the one problem that it is about', ({ text, want }) => {
    const problems = lintFitout(readGoYaml(text))
    expect(problems.map(({ code, path }) => `${code} ${formatPath(path)}`)).toEqual([want])
  })

  test('is there for every problem', () => {
    const shown = new Set(wrong.map(({ want }) => want.split(' ')[0]))
    expect(shown).toEqual(new Set(Object.keys(problemRows)))
  })

  test('is refused by the API server if the reference says so', () => {
    for (const [code, { by }] of Object.entries(problemRows)) {
      const servers = wrong
        .filter(({ want }) => want.startsWith(`${code} `))
        .map(({ server }) => server !== 'accepts')
      const refused = servers.every(Boolean) ? 'API server' : servers.some(Boolean) ? 'either' : 'Fitout'
      expect({ code, by }).toEqual({ code, by: refused })
    }
  })
})
