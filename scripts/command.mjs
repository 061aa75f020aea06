/**
 * `node scripts/command.mjs <name> …`: one of server/src/commands, after whatever a fresh clone still lacks. What a
 * command writes to its standard output stays its own, so the set-up speaks on the error output.
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
