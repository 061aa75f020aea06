/**
 * `node scripts/command.mjs <name> …`: installs and builds if needed, then runs one of server/src/commands. Setup
 * messages go to stderr, so that stdout has only the output of the command.
 */
import './node-version.mjs'
import { buildIfNeeded, installIfNeeded, root } from './prepare.mjs'

const [name, ...args] = process.argv.slice(2)
console.log = console.error

try {
  await installIfNeeded()
  await buildIfNeeded()
} catch (error) {
  console.error(`Tendwell could not be made ready: ${error.message}`)
  process.exit(1)
}

process.chdir(root)
process.setSourceMapsEnabled(true)
const { run } = await import(new URL(`../server/dist/commands/${name}.js`, import.meta.url))
const { env, stdin, stdout, stderr } = process
process.exitCode = await run({ args, env, stdin, stdout, stderr })
