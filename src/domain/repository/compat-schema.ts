import * as z from 'zod'
import { field, list, text } from '../api/schema/field.ts'

const minor = (description: string) =>
  field(
    z.string().regex(/^\d{1,4}\.\d{1,4}$/, 'must be a minor release in quotes, such as "1.35"'),
    description,
  )

const unnamed = (description: string) => field(z.enum(['unsupported', 'unknown']), description)

const source = field(
  z.object({
    url: field(
      z
        .string()
        .max(500)
        .regex(/^https:\/\/[^\s/]+\S*$/, 'must begin with https://'),
      'The page that says so.',
    ),
    asOf: field(
      z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day, such as 2026-11-15')
        .refine(isDay, { message: 'is not a day of the calendar' }),
      'The day on which it was read.',
    ),
  }),
  'Where the fact is from. Facts that are older than half a year are pointed out.',
)

const release = field(
  z.object({
    line: minor('Minor release of the component, such as "2.4".'),
    kubernetes: field(
      z.object({
        oldest: minor('The oldest Kubernetes that it supports.'),
        newest: minor('The newest one.'),
      }),
      'The versions of Kubernetes that it supports.',
    ),
    source,
  }),
  'A minor release, and the versions of Kubernetes that it supports.',
)

const facts = field(
  z.object({
    component: field(
      z
        .string()
        .max(63)
        .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be lower case letters, digits, dots and dashes'),
      'Its name, as in `versions` of a step.',
    ),
    title: text(63, 'What it is called in messages. The name unless given.').optional(),
    charts: list(
      text(253, 'The name of a chart, without the path to it.'),
      16,
      'Charts whose version is that of the component. The one of the same name unless given.',
    ).optional(),
    images: list(
      text(253, 'The end of the path of an image, such as `billing/operator`.'),
      16,
      'Images whose tag is the version of the component.',
    ).optional(),
    older: unnamed(
      'What it means if a Kubernetes is older than all that are named. unknown unless given.',
    ).optional(),
    newer: unnamed(
      'What it means if a Kubernetes is newer than all that are named. unknown unless given.',
    ).optional(),
    releases: field(z.array(release).min(1).max(200), 'What is known of its releases.'),
  }),
  'What is known of one component.',
)

/** The section `compat` of fitout.yaml. */
export const compatSchema = field(
  z.object({
    facts: list(
      facts,
      200,
      'Facts about your own charts, and about releases of others of which Fitout knows nothing. They are judged as the published ones are.',
    ).optional(),
  }),
  'What `fitout compat` knows beside the published facts.',
)

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
