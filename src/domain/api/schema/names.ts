import * as z from 'zod'
import { RESERVED_SECRET_SUFFIXES } from '../api-names.ts'
import { type ServerRule, field } from './field.ts'

/** A DNS label: what namespaces and steps are called. */
export function dnsLabel(description: string) {
  const form = 'must be lower case letters, digits and dashes, and begin and end with a letter or digit'
  return field(
    z
      .string()
      .min(1)
      .max(63)
      .regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, form),
    description,
  )
}

/** The name of an object: a DNS subdomain. */
export function objectName(description: string) {
  const form = 'must be lower case letters, digits, dashes and dots, and begin and end with a letter or digit'
  return field(
    z
      .string()
      .min(1)
      .max(253)
      .regex(/^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/, form),
    description,
  )
}

/** The name of an object in which `${CLUSTER_NAME}` and `${CLUSTER_NAMESPACE}` may stand. */
export function nameTemplate(description: string, rules: readonly ServerRule[] = []) {
  return field(z.string().min(1).max(253), { description, rules: [nameOrTemplate, ...rules] })
}

/** As `nameTemplate`, for a Secret that values are read from. */
export function secretTemplate(description: string) {
  return nameTemplate(description, [reservedSecret])
}

// With a variable in it only Fitout can tell what becomes of the name.
const nameOrTemplate: ServerRule = {
  rule: `self.contains('\${') || self.matches('^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$')`,
  message:
    'must be the name of an object: lower case letters, digits, dashes and dots; ${CLUSTER_NAME} and ${CLUSTER_NAMESPACE} can be used in it',
}

const reservedSecret: ServerRule = {
  rule: RESERVED_SECRET_SUFFIXES.map(suffix => `!self.endsWith('${suffix}')`).join(' && '),
  message: `must not end with ${listed(RESERVED_SECRET_SUFFIXES)}: Cluster API keeps keys and credentials there`,
}

function listed(items: readonly string[]): string {
  return `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
}
