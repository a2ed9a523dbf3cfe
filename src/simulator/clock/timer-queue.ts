/** Something to do at a time. */
export interface Timer {
  readonly at: number
  readonly job: () => void
}

interface Entry extends Timer {
  readonly number: number
  /** Where it is in the heap; -1 when it is not in it any more. */
  place: number
}

/** Timers, earliest first; of those for the same time, the one that was set first. */
export class TimerQueue {
  readonly #heap: Entry[] = []
  #set = 0

  /** Adds a timer and returns how to take it back. */
  add(timer: Timer): () => void {
    const { at, job } = timer
    const entry: Entry = { at, job, number: (this.#set += 1), place: this.#heap.length }
    this.#heap.push(entry)
    this.#rise(entry.place)
    return () => this.#remove(entry)
  }

  /** When the next one is due, or undefined when there is none. */
  next(): number | undefined {
    return this.#heap[0]?.at
  }

  /** Takes the next one out. */
  take(): Timer | undefined {
    const [first] = this.#heap
    if (first) this.#remove(first)
    return first
  }

  #remove(entry: Entry): void {
    const { place } = entry
    if (place === -1) return
    entry.place = -1
    const last = this.#heap.pop()
    if (last === undefined || last === entry) return
    this.#put(last, place)
    this.#sink(place)
    this.#rise(place)
  }

  #rise(start: number): void {
    let index = start
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!this.#isBefore(index, parent)) return
      this.#swap(index, parent)
      index = parent
    }
  }

  #sink(start: number): void {
    let index = start
    for (;;) {
      const left = 2 * index + 1
      const right = left + 1
      let first = index
      if (this.#isBefore(left, first)) first = left
      if (this.#isBefore(right, first)) first = right
      if (first === index) return
      this.#swap(index, first)
      index = first
    }
  }

  #isBefore(a: number, b: number): boolean {
    const one = this.#heap[a]
    const other = this.#heap[b]
    if (one === undefined || other === undefined) return false
    return one.at < other.at || (one.at === other.at && one.number < other.number)
  }

  #swap(a: number, b: number): void {
    const one = this.#heap[a]
    const other = this.#heap[b]
    if (one === undefined || other === undefined) return
    this.#put(other, a)
    this.#put(one, b)
  }

  #put(entry: Entry, place: number): void {
    this.#heap[place] = entry
    entry.place = place
  }
}
