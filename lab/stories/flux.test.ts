import { shareLab, story } from './shared-lab.ts'

// The first story looks at a cluster without Flux, the last one breaks its controllers.
shareLab({ name: 'flux', controlPlanes: ['blue'] })

story('Flux that is really installed', () => import('./flux-arrives.story.ts'))
story('Our rules for variables', () => import('./upstream-substitution.story.ts'), { sideBySide: true })
story('Our rules for values', () => import('./upstream-values-from.story.ts'), { sideBySide: true })
story('Our rules for health', () => import('./upstream-health.story.ts'), { sideBySide: true })
story('The contract of a fleet', () => import('./fleet-contract.story.ts'))
story('A program that a pod runs', () => import('./pods-of-programs.story.ts'))
