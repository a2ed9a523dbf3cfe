import { join } from 'node:path'
import { recordDemo, recordedSize } from './record-demo.ts'
import { renderSvg } from './render-svg.ts'

/** Where the recording of the demo is kept. */
export const demoSvgPath = join(import.meta.dirname, '../../docs/pictures/demo.svg')

/** The recording of the demo. */
export async function demoSvg(): Promise<string> {
  return renderSvg(await recordDemo(), recordedSize, {
    title: 'fitout demo: twelve simulated clusters on their way to Ready',
    description:
      'A terminal. Twelve clusters go through the steps api, cni, flux, karpenter and nodes. Three need action: one ' +
      'lacks an output of Terraform, one cannot pull an image, one runs a Kubernetes that is too old for Flux. The view ' +
      'says why prod/payments-eu is held and what to do, each fault is fixed by a key, and all twelve clusters become Ready.',
  })
}
