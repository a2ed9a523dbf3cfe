import { shareLab, story } from './shared-lab.ts'

// The first controller has fewer rights than those after it; the policy of the last story would bind all the others.
shareLab({ name: 'management', controlPlanes: ['blue'] })

story('A controller for named namespaces', () => import('./named-namespaces.story.ts'))
story('The contract of an API server', () => import('./api-contract.story.ts'), { sideBySide: true })
story('A stolen token', () => import('./stolen-token.story.ts'), { sideBySide: true })
story('Notifications', () => import('./notifications.story.ts'))
story('The API of Fitout', () => import('./api-kinds.story.ts'))
