import { lineOf, lineOfAbsent, nameOf } from '../claim.ts'
import { readId, type Inquiry } from '../inquiry.ts'
import type { SeenRef, SeenObject } from '../seen-object.ts'
import type { EvidenceLine } from '../why.ts'
import { eventsNear } from '../workload/warnings-about.ts'
import { madeBy, makersOf, namedBy } from './neighbours.ts'
import { wordsOf } from './words-of.ts'

/** What is said of an object that is not well, or of what it is made of, and the way there. */
export interface Chain {
  /** Who speaks, or what is not there. */
  readonly speaker: SeenRef
  readonly sentence: string
  readonly evidence: readonly EvidenceLine[]
  /** Whether the words tell more than that it is not well. */
  readonly isTelling: boolean
  /** What is said, without its reason. */
  readonly message: string
  /** Whether an event says it. */
  readonly isEvent: boolean
  /** What is not there, if that is what is found. */
  readonly absent?: SeenRef
}

/** What following an object came to: the words, if any, and whether all events were read that could have some. */
export interface FollowedChain {
  readonly chain: Chain | undefined
  readonly areEventsRead: boolean
}

const MAX_VISITS = 24
const MAX_BESIDE = 6

/**
 * Follows an object to the words that say why it is not well: from what it made, down to pods, to what these name, and
 * then up to what made it.
 *
 * The deepest that tells something counts: what is above only repeats it.
 */
export function chainFrom(ref: SeenRef, inquiry: Inquiry): FollowedChain {
  const walk = new Walk(inquiry)
  walk.down([], ref)
  walk.up(ref)
  return { chain: walk.best, areEventsRead: walk.areEventsRead }
}

class Walk {
  areEventsRead = true
  readonly #inquiry: Inquiry
  readonly #visited = new Set<string>()
  #found: readonly (Chain & { readonly rank: number })[] = []

  constructor(inquiry: Inquiry) {
    this.#inquiry = inquiry
  }

  get best(): Chain | undefined {
    const [best] = this.#found.toSorted((a, b) => b.rank - a.rank)
    return best
  }

  down(way: readonly SeenObject[], ref: SeenRef): void {
    if (!this.#enters(ref)) return
    const object = this.#inquiry.find(ref)
    if (object === 'absent' && way.length > 0) this.#hear(way, ref)
    if (typeof object === 'string') return
    this.#listen(way, object)
    for (const made of madeBy(object, this.#inquiry).slice(0, MAX_BESIDE)) this.down([...way, object], made)
    for (const named of namedBy(object, this.#inquiry).slice(0, MAX_BESIDE))
      this.down([...way, object], named)
  }

  /** Makers only count if nothing below tells: what they wait for is the object itself. */
  up(ref: SeenRef): void {
    if (this.best?.isTelling === true) return
    const start = this.#inquiry.find(ref)
    if (typeof start === 'string') return
    for (const maker of makersOf(start, this.#inquiry).slice(0, MAX_BESIDE)) {
      if (!this.#enters(maker)) continue
      const object = this.#inquiry.find(maker)
      if (typeof object !== 'string') this.#listen([start], object)
    }
  }

  #enters(ref: SeenRef): boolean {
    const key = readId(ref)
    if (this.#visited.has(key) || this.#visited.size >= MAX_VISITS) return false
    this.#visited.add(key)
    return true
  }

  #listen(way: readonly SeenObject[], object: SeenObject): void {
    if (eventsNear(object.ref, this.#inquiry) === undefined) this.areEventsRead = false
    const words = wordsOf(object, this.#inquiry)
    if (!words) return
    const { verb, isTelling, isEvent } = words
    const line = isEvent ? `event ${words.words}` : words.words
    this.#keep({
      speaker: object.ref,
      sentence: `${nameOf(object.ref)} ${verb} ${words.words}`,
      evidence: [...way.map(one => lineOf(one)), lineOf(object, line)],
      isTelling,
      message: words.message,
      isEvent,
      rank: (isTelling ? 100 : 0) + way.length,
    })
  }

  // What is not there says nothing, but who names it waits for it.
  #hear(way: readonly SeenObject[], ref: SeenRef): void {
    const last = way.at(-1)
    if (!last) return
    this.#keep({
      speaker: last.ref,
      sentence: `${nameOf(last.ref)} names ${nameOf(ref)}, which does not exist`,
      evidence: [...way.map(one => lineOf(one)), lineOfAbsent(ref)],
      isTelling: true,
      message: '',
      isEvent: false,
      absent: ref,
      rank: 50 + way.length,
    })
  }

  #keep(found: Chain & { readonly rank: number }): void {
    // Of the same depth, the first one counts.
    this.#found = [...this.#found, found]
  }
}
