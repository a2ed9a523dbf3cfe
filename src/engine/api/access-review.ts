import type { Call, Resource } from './api.ts'

/** A person, as Kubernetes knows that person. */
export interface ReviewedUser {
  readonly name: string
  readonly groups: readonly string[]
}

/** What somebody may want to read. Without a namespace: in all of them. Without a name: all objects. */
export interface AccessQuestion {
  readonly verb: 'get' | 'list' | 'watch'
  readonly resource: Pick<Resource, 'group' | 'plural'>
  readonly namespace?: string | undefined
  readonly name?: string | undefined
}

/** Asks Kubernetes whether a user may read something. Throws an ApiError when it does not answer. */
export type AccessReview = (user: ReviewedUser, question: AccessQuestion, call?: Call) => Promise<boolean>
