import { readSpan } from '../../domain/fleet/query/read-span.ts'
import { Refusal } from './refusal.ts'

/** The milliseconds that a flag gives, or a refusal that shows a duration as it is written. */
export function durationFlag(flag: string, text: string, example: string): number {
  const milliseconds = readSpan(text)
  if (milliseconds !== undefined) return milliseconds
  throw new Refusal(`flag "--${flag}": ${JSON.stringify(text)} is not a duration such as ${example}`, {
    exitCode: 2,
  })
}
