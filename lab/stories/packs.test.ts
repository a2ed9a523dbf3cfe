import { shareLab, story } from './shared-lab.ts'

// Each story has clusters of its own, and takes its packs away when it ends: all of them call one of theirs flux.
shareLab({ name: 'packs', controlPlanes: ['blue'] })

story('The guide to upgrade Flux', () => import('./pack-upgrade-guide.story.ts'))
story('An upgrade of Flux by its pack', () => import('./pack-upgrade.story.ts'))
story('A pack by its strategy', () => import('./pack-strategies.story.ts'))
story('A pack', () => import('./pack.story.ts'))
