import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { keepStreamAlive } from './data/live-stream.ts'

const root = document.querySelector('#root')
if (root === null) throw new Error('the page has no element #root')
keepStreamAlive()
createRoot(root).render(<App />)
