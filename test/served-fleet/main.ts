import { ServedFleet, type ServedFleetOptions } from './served-fleet.ts'

// A program of its own: started by `startServedFleet`, which asks it over the channel between the two.
const options = JSON.parse(process.argv[2] ?? '{}') as ServedFleetOptions
const fleet = await ServedFleet.start(options)
process.on('message', () => void process.send?.(fleet.figures()))
// Whoever started it is gone.
process.on('disconnect', () => process.exit())
process.send?.({ kubeconfig: fleet.kubeconfig })
