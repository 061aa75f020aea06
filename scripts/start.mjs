/** `npm start`: whatever a fresh clone still lacks, then the server, in this same process. */
import './node-version.mjs'
import { buildIfNeeded, installIfNeeded, root } from './prepare.mjs'

const parentCheckMs = 500

/**
 * Whoever kills npm outright would leave the server running without anyone to end it: it ends, in order, once npm is
 * gone. (Other signals arrive: the script in package.json is an `exec`, so that no shell stands between.)
 */
function endWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, parentCheckMs)
  timer.unref()
}

try {
  await installIfNeeded()
  await buildIfNeeded()
} catch (error) {
  console.error(`Tendwell could not be made ready: ${error.message}`)
  process.exit(1)
}

endWithNpm()
process.chdir(root)
process.setSourceMapsEnabled(true)
await import(new URL('../server/dist/main.js', import.meta.url))
