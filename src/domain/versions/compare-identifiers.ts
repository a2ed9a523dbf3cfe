import { parseVersionNumber } from './parse-version-number.ts'

/** Orders two prereleases part by part: numbers by value and before words, words by their letters, a missing part first. */
export function compareIdentifiers(a: string, b: string): -1 | 0 | 1 {
  const [partsA, partsB] = [a.split('.'), b.split('.')]
  for (let index = 0; index < Math.max(partsA.length, partsB.length); index++) {
    const [partA = '', partB = ''] = [partsA[index], partsB[index]]
    if (partA !== partB) return comparePart(partA, partB)
  }
  return 0
}

function comparePart(a: string, b: string): -1 | 1 {
  if (a === '' || b === '') return a === '' ? -1 : 1
  // A number that does not fit into 64 bits counts as a word, as it does for Helm and Flux.
  const [numberA, numberB] = [parseVersionNumber(a), parseVersionNumber(b)]
  if (numberA !== undefined && numberB !== undefined) return numberA > numberB ? 1 : -1
  if (numberA === undefined && numberB === undefined) return a > b ? 1 : -1
  return numberA === undefined ? 1 : -1
}
