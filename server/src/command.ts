/**
 * `node server/dist/command.js <name> …` runs one of `commands/`. `npm run` does the same, after installing
 * and building what is missing.
 */
import { readdirSync } from 'node:fs'
import type { Terminal } from './commands/command.ts'

type Command = { run(terminal: Terminal): Promise<number> }

const folder = new URL('./commands/', import.meta.url)
const names = readdirSync(folder).flatMap((file) => /^([a-z-]+)\.js$/.exec(file)?.[1] ?? [])
const [name = '', ...args] = process.argv.slice(2)
const { env, stdin, stdout, stderr } = process

if (names.includes(name)) {
  const { run } = (await import(new URL(`${name}.js`, folder).href)) as Command
  process.exitCode = await run({ args, env, stdin, stdout, stderr })
} else {
  stderr.write(`Commands: ${names.join(', ')}\n`)
  process.exitCode = 1
}
