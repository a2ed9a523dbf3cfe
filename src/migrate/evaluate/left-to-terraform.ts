import type { Value } from './value.ts'

/** What a function says of a result that only Terraform can know. */
export const LEFT = Symbol('left to Terraform')

/** A result of a function: LEFT for what only Terraform knows, undefined for values that it would refuse. */
export type FunctionResult = Value | typeof LEFT | undefined

/** A function of Terraform. */
export type TerraformFunction = (args: readonly Value[]) => FunctionResult
