import { gunzipSync } from 'node:zlib'
import { load } from 'js-yaml'
import { unpackTar } from 'modern-tar'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { chartRepository, packHelmChart } from './helm-chart.ts'

test('the chart names the image of the release, and is the same bytes whenever it is made', async () => {
  const { archive, about } = await packHelmChart('registry.example/team/fitout')
  expect(about).toMatchObject({ name: 'fitout', version: manifest.version, appVersion: manifest.version })
  const entries = await unpackTar(gunzipSync(archive))
  const values = entries.find(({ header }) => header.name === 'fitout/values.yaml')?.data
  expect(load(Buffer.from(values ?? '').toString())).toMatchObject({
    image: { repository: 'registry.example/team/fitout', tag: '' },
  })
  expect((await packHelmChart('registry.example/team/fitout')).archive).toEqual(archive)
})

test('the chart stands beside its image', () => {
  const host = 'registry.example'
  expect(chartRepository({ host, path: 'team/fitout' })).toEqual({ host, path: 'team/charts/fitout' })
  expect(chartRepository({ host, path: 'fitout' })).toEqual({ host, path: 'charts/fitout' })
})
