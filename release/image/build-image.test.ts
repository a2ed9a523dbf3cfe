import { expect, test } from 'vitest'
import { type Image, buildImage } from './build-image.ts'
import type { Descriptor } from './oci.ts'
import { layoutEntries } from './layout.ts'
import { sampleContents } from './sample-contents.ts'

interface Manifest {
  readonly config: Descriptor
  readonly layers: readonly Descriptor[]
  readonly manifests: readonly Descriptor[]
  readonly subject?: Descriptor
}

test('the same contents give the same image, whenever it is made', async () => {
  const [one, other] = [await buildImage(sampleContents()), await buildImage(sampleContents())]
  expect(other).toEqual(one)
})

test('another commit gives another image with the same layers', async () => {
  const contents = sampleContents()
  const [one, other] = [
    await buildImage(contents),
    await buildImage({ ...contents, source: { ...contents.source, commit: 'e'.repeat(40) } }),
  ]
  expect(other.index.digest).not.toBe(one.index.digest)
  expect(layersOf(other)).toEqual(layersOf(one))
})

test('the image has one manifest for each platform, and its command runs as a user that is not root', async () => {
  const image = await buildImage(sampleContents())
  const { manifests } = read(image, image.index)
  expect(manifests.map(({ platform }) => platform)).toEqual([
    { os: 'linux', architecture: 'amd64' },
    { os: 'linux', architecture: 'arm64' },
  ])
  const [first] = manifests
  const config = first && json(image, read(image, first).config)
  expect(config).toMatchObject({
    created: '2026-01-02T03:04:05.000Z',
    architecture: 'amd64',
    config: {
      User: '65532:65532',
      Entrypoint: ['/usr/local/bin/node', '/usr/lib/fitout/fitout.js'],
      Labels: { 'org.opencontainers.image.revision': 'c'.repeat(40) },
    },
  })
})

test('a bill of materials is attached to each platform, and how it was made to the whole', async () => {
  const image = await buildImage(sampleContents())
  const { manifests } = read(image, image.index)
  const subjects = image.attached.map(one => [one.artifactType, read(image, one).subject?.digest])
  expect(subjects).toEqual([
    ['application/vnd.cyclonedx+json', manifests[0]?.digest],
    ['application/vnd.cyclonedx+json', manifests[1]?.digest],
    ['application/vnd.in-toto+json', image.index.digest],
  ])
})

test('the layout names the image by its tag, and holds every blob under its digest', async () => {
  const image = await buildImage(sampleContents())
  const paths = layoutEntries(image, '1.2.3').map(({ path }) => path)
  expect(paths).toEqual([
    'oci-layout',
    'index.json',
    ...[...image.blobs.keys()].map(digest => `blobs/${digest.replace(':', '/')}`),
  ])
})

function layersOf(image: Image): readonly string[] {
  return read(image, image.index).manifests.flatMap(one =>
    read(image, one).layers.map(({ digest }) => digest),
  )
}

function read(image: Image, descriptor: Descriptor): Manifest {
  return json(image, descriptor) as Manifest
}

function json({ blobs }: Image, { digest }: Descriptor): unknown {
  return JSON.parse(blobs.get(digest)?.content.toString() ?? 'null')
}
