import { counted } from '../../domain/text/counted.ts'
import { durationWords } from '../../domain/words/duration-words.ts'

/** That there is nothing left to do. */
export function allReady(clusters: number, elapsedMs: number): string {
  return `All ${counted(clusters, 'cluster')} are Ready after ${durationWords(elapsedMs)}`
}
