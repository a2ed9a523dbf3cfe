import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { plantHooks } from './plant-hooks.ts'
import { bugNamed } from './planted-bugs.ts'

// `FITOUT_PLANT=<id> node --import ./test/planted/plant.ts …` runs anything with one bug in it; without, nothing happens.
const id = process.env['FITOUT_PLANT'] ?? ''
if (id !== '') registerHooks(plantHooks(bugNamed(id), resolve(import.meta.dirname, '../..')))
