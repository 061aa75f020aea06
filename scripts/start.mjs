/** `npm start`: installs and builds if needed, then runs the server in this process. */
import './node-version.mjs'
import { buildIfNeeded, installIfNeeded, root } from './prepare.mjs'

const parentCheckMs = 500

/**
 * Shuts the server down when npm is gone, because a SIGKILL of npm does not reach the server. Other signals
 * do: the script in package.json uses `exec`, so there is no shell in between.
 */
function stopWithNpm() {
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
  console.error(`Tendwell could not be made ready: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

stopWithNpm()
process.chdir(root)
process.setSourceMapsEnabled(true)
await import(String(new URL('../server/dist/main.js', import.meta.url)))
