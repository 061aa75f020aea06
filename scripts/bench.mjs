/**
 * `npm run bench -- <name>`: runs one of bench/*.ts, or all of them without a name. `npm run chaos` does the same with
 * chaos/*.ts.
 */
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { findChromium } from './chromium.mjs'
import { bin, buildIfNeeded, installIfNeeded, root } from './prepare.mjs'

await installIfNeeded()
const [folder, ...names] = process.argv.slice(2)
const env = { ...process.env }
// Many benches run the built server or open its pages.
if (folder === 'bench') await buildIfNeeded()
if (folder === 'bench' && (names.length === 0 || names.some((name) => name.includes('lighthouse')))) {
  env.CHROMIUM_PATH = await findChromium()
}
const args = [bin('vitest/vitest.mjs'), 'run', '--config', `${folder}/vitest.config.ts`, ...names]
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
child.once('close', (code) => {
  process.exitCode = code ?? 1
})
