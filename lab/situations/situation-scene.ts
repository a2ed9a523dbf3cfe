import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FitoutController, installFitout } from '../add-ons/fitting-out-controller.ts'
import { ref } from '../kube/kube-object.ts'
import { Lab } from '../lab.ts'
import { FleetFolder } from '../stories/fleet-folder.ts'
import { CLUSTER_NAME, Place } from './place.ts'

// The one command of clusterctl that is shown to people, and needs nothing but kubectl.
const CLUSTERCTL = `#!/bin/bash
set -euo pipefail
[[ "$1 $2 $4" == 'get kubeconfig -n' ]] || { echo "clusterctl: the lab does not know: $*" >&2; exit 2; }
kubectl -n "$5" get secret "$3-kubeconfig" -o 'jsonpath={.data.value}' | base64 -d
`

/** A lab with the controller as a process, and places in which situations are built side by side. */
export class SituationScene {
  readonly lab: Lab
  readonly controller: FitoutController
  readonly #folder: FleetFolder
  readonly #free: Place[]
  readonly #waiting: ((place: Place) => void)[] = []

  private constructor(parts: {
    lab: Lab
    controller: FitoutController
    folder: FleetFolder
    places: Place[]
  }) {
    this.lab = parts.lab
    this.controller = parts.controller
    this.#folder = parts.folder
    this.#free = parts.places
  }

  static async start(name: string, count: number): Promise<SituationScene> {
    const namespaces = Array.from({ length: count }, (_, index) => `fleet-${index + 1}`)
    const lab = await Lab.start({ name, controlPlanes: namespaces.map(one => `${one}.${CLUSTER_NAME}`) })
    const folder = await FleetFolder.create(lab)
    await writeFile(join(lab.folder, 'bin', 'clusterctl'), CLUSTERCTL, { mode: 0o755 })
    const controller = await installFitout(lab)
    await controller.program.start()
    for (const namespace of namespaces)
      await lab.management.api.apply({ ...ref('v1', 'Namespace', namespace) })
    const places = namespaces.map(namespace => new Place(lab, namespace))
    await Promise.all(places.map(place => place.ensureCluster()))
    return new SituationScene({ lab, controller, folder, places })
  }

  /** Runs a command line as a person at the management cluster would, and gives what it printed. */
  async shell(script: string): Promise<string> {
    return this.#folder.shell(script)
  }

  /** Runs a command line on a terminal, and says yes to what it asks. */
  async terminal(script: string): Promise<string> {
    const quoted = `'${script.replaceAll("'", String.raw`'\''`)}'`
    const command = `SHELL=/bin/bash script --quiet --return --command ${quoted} /dev/null <<< y`
    return this.shell(command).catch((error: unknown) => {
      const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
      throw new Error(`cannot run ${script}: ${said}`, { cause: error })
    })
  }

  /** Has something done in a place of its own, as soon as one is free. */
  async inPlace<T>(work: (place: Place) => Promise<T>): Promise<T> {
    const place = this.#free.pop() ?? (await new Promise<Place>(resolve => this.#waiting.push(resolve)))
    try {
      return await work(place)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(place)
      else this.#free.push(place)
    }
  }

  async stop(): Promise<void> {
    await this.controller.program.stop()
    await this.lab.stop()
  }
}
