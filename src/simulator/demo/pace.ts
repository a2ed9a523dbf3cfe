import type { Clock } from '../../engine/clock.ts'
import type { SimulatedFleet } from '../fleet/simulated-fleet.ts'

/** How the two times go together. */
interface Coupling {
  /** Real time. */
  readonly clock: Clock
  /** How many virtual seconds pass in a real one. */
  readonly speed: number
}

// Who comes back to a laptop that slept has not missed the whole demo.
const MAX_CATCH_UP_MS = 500
// A slow machine shows less of the virtual time, but it still answers keys.
const MAX_WORK_MS = 80

/** Couples the virtual time of a fleet to real time. */
export class Pace {
  readonly #fleet: SimulatedFleet
  readonly #coupling: Coupling
  #last: number

  constructor(fleet: SimulatedFleet, coupling: Coupling) {
    this.#fleet = fleet
    this.#coupling = coupling
    this.#last = coupling.clock.elapsed()
  }

  /** Waits until so many real milliseconds have passed since the last time, or until it is woken, and lets the virtual time pass that belongs to them. */
  async pass(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const { clock, speed } = this.#coupling
    // At least a moment: keys and signals must get their turn, however far behind it is.
    await clock.sleep(Math.max(1, this.#last + milliseconds - clock.elapsed()), signal)
    const now = clock.elapsed()
    const passed = Math.min(now - this.#last, MAX_CATCH_UP_MS)
    this.#last = now
    await this.#fleet.run(() => clock.elapsed() - now > MAX_WORK_MS, passed * speed)
  }
}
