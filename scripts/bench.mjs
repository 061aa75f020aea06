/**
 * `npm run bench -- <name>`: runs one of bench/*.ts, or all of them without a name. `npm run chaos` does the
 * same with chaos/*.ts. With `--small` each takes seconds and judges no time.
 */
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { findChromium } from './chromium.mjs'
import { bin, buildIfNeeded, installIfNeeded, root } from './prepare.mjs'

await installIfNeeded()
const {
  values: { small },
  positionals: [folder, ...names],
} = parseArgs({ options: { small: { type: 'boolean', default: false } }, allowPositionals: true })
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, ...(small && { TENDWELL_SIZE: 'small' }) }
// Many benches run the built server or open its pages.
if (folder === 'bench') await buildIfNeeded()
const hasLighthouse = names.length === 0 || names.some((name) => name.includes('lighthouse'))
if (folder === 'bench' && hasLighthouse && !small) {
  env.CHROMIUM_PATH = await findChromium()
}
const args = [bin('vitest/vitest.mjs'), 'run', '--config', `${folder}/vitest.config.ts`, ...names]
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
child.once('close', (code) => {
  process.exitCode = code ?? 1
})
