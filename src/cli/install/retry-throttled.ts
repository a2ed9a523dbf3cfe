import { hasCode } from '../../engine/api/api-error.ts'
import type { Link } from '../../fleet/link/link.ts'

const ATTEMPTS = 10

/** Calls again while the server is throttling requests: one that has just got a new kind does so until its storage is ready. */
export async function retryThrottled<T>({ clock }: Link, call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (attempt >= ATTEMPTS || !hasCode(error, 'TooManyRequests')) throw error
      await clock.sleep(1_000)
    }
  }
}
