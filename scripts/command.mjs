/**
 * `node scripts/command.mjs <name> …`: installs and builds if needed, then runs `server/src/command.ts`.
 * Setup messages go to stderr, so that stdout has only the output of the command.
 */
import './node-version.mjs'
import { buildIfNeeded, installIfNeeded, root } from './prepare.mjs'

console.log = console.error

try {
  await installIfNeeded()
  await buildIfNeeded()
} catch (error) {
  console.error(`Tendwell could not be made ready: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

process.chdir(root)
process.setSourceMapsEnabled(true)
await import(String(new URL('../server/dist/command.js', import.meta.url)))
