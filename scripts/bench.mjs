/** `npm run bench -- <name>`: one of bench/*.ts, or all of them without a name. */
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { bin, installIfNeeded, root } from './prepare.mjs'

await installIfNeeded()
const args = [bin('vitest/vitest.mjs'), 'run', '--config', 'bench/vitest.config.ts', ...process.argv.slice(2)]
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
child.once('close', (code) => {
  process.exitCode = code ?? 1
})
