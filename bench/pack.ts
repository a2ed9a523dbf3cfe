import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePack } from '../src/domain/pack/make-pack.ts'
import type { PackOptions } from '../src/domain/pack/pack-options.ts'
import { readManifests } from '../src/domain/pack/read-manifests.ts'
import { renderPack } from '../src/domain/pack/render-pack.ts'
import { readDocuments } from '../src/domain/yaml/document/read-documents.ts'
import { compare } from './compare.ts'
import { fitout, peakOfNode } from './run-node.ts'
import { sampleManifests } from './sample-manifests.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 10

const sources = sampleManifests().map((text, index) => ({ path: `component-${index}.yaml`, text }))
const megabytes = sources.reduce((sum, { text }) => sum + text.length, 0) / 1e6
const work = { amount: megabytes, unit: 'MB' }
const what = `${megabytes.toFixed(1)} MB of manifests in ${sources.length} files, median of ${ROUNDS} runs`

const options: PackOptions = {
  namespace: 'default',
  selector: { matchLabels: { 'add-on.fitout.dev/enabled': 'true' }, matchExpressions: [] },
  strategy: 'Reconcile',
  apiVersion: 'addons.cluster.x-k8s.io/v1beta2',
  descriptions: 'keep',
  apply: 'client-side',
}

/** A pack is made and checked in every merge request: it shall cost little more than reading what it is made of. */
export const packInMemory: Subject = {
  name: 'pack, in memory',
  summary: what,
  measure: () =>
    compare(
      [
        { name: 'read the YAML', work, run: () => sources.forEach(({ text }) => void readDocuments(text)) },
        { name: 'read, pack and render', work, run: () => void packed() },
      ],
      ROUNDS,
    ),
}

/** The same as a user has it: a process that starts, reads files and writes a folder. */
export const packCommand: Subject = {
  name: 'pack, the command',
  summary: what,
  measure: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fitout-bench-'))
    try {
      return await compare(commands(folder), ROUNDS)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

function commands(folder: string): Parameters<typeof compare>[0] {
  mkdirSync(join(folder, 'manifests'))
  for (const { path, text } of sources) writeFileSync(join(folder, 'manifests', path), text)
  let count = 0
  return [
    { name: 'node -e 0', run: () => peakOfNode(['-e', '0'], folder) },
    {
      name: 'fitout pack',
      work,
      // A new folder each time, or there would be nothing to write.
      run: () =>
        peakOfNode([fitout, 'pack', 'add-on', 'manifests', '--out', `packs/${(count += 1)}`], folder),
    },
    {
      name: 'fitout pack --check',
      work,
      run: () => peakOfNode([fitout, 'pack', '--check', '--out', 'packs/1'], folder),
    },
  ]
}

function packed(): ReadonlyMap<string, string> {
  const { manifests } = readManifests(sources)
  const made = makePack({ name: 'add-on', manifests, options })
  if (!made.ok) throw new Error(`cannot measure packing: ${made.problems[0]?.message}`)
  return renderPack(made.pack, { sources: [] })
}
