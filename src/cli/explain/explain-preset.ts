import { PRESETS } from '../../domain/api/api-names.ts'
import { describePreset } from '../../domain/proof/presets/describe-preset.ts'
import { jsonDocument } from '../io/json-document.ts'
import { presets } from '../../domain/proof/presets/presets.ts'

type PresetName = (typeof PRESETS)[number]
type Output = 'text' | 'json'

/** Lists the presets, each with what it proves. */
export function listPresets(output: Output): string {
  const rows = PRESETS.map(name => ({ name, proves: presets[name].proves }))
  if (output === 'json') return jsonDocument('PresetList', { presets: rows })
  return table(rows.map(({ name, proves }) => [name, proves]))
}

/** Says what a preset proves, what can be set, and which objects it asks for. */
export function explainPreset(name: PresetName, output: Output): string {
  const { proves, settings, objects } = describePreset(presets[name])
  if (output === 'json') return jsonDocument('Preset', { name, proves, settings, objects })
  const sections = [
    `Preset ${name}: ${proves}\n`,
    settings.length === 0
      ? ''
      : `Settings (proof.with):\n${table([
          ['  NAME', 'TYPE', 'DEFAULT', 'MEANING'],
          ...settings.map(one => [`  ${one.name}`, one.type, one.default || '-', one.about]),
        ])}`,
    `Objects of the proof:\n${table([
      ['  OBJECT', 'API VERSION', 'MUST BE', 'ONLY IF'],
      ...objects.map(one => [`  ${one.object}`, one.apiVersion || '-', one.must, one.when || '-']),
    ])}`,
  ]
  return sections.filter(Boolean).join('\n')
}

function table(rows: readonly (readonly string[])[]): string {
  const [first = []] = rows
  const widths = first.map((_, column) => Math.max(...rows.map(row => (row[column] ?? '').length)))
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map(row => `${line(row).trimEnd()}\n`).join('')
}
