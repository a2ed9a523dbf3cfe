import { configureGlobal } from 'fast-check'

// The same draws in every run, so that a commit is red or green by what it contains. `make soak` draws a seed and prints it.
configureGlobal({ seed: Number(process.env['FITOUT_SEED'] ?? 1) })
