/** Finds a Chromium for the browser tests, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { bin } from './prepare.mjs'

/** Debian's headless shell first: it needs half of the processor time of a whole browser. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/**
 * Looks in CHROMIUM_PATH, the PATH and Playwright's folder, and installs Chromium if there is none.
 * @returns {Promise<string>} the path of the executable
 * @throws {Error} if there is none and it cannot be installed
 */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const present = findInPath() ?? (await findPlaywrightChromium())
  if (present) return present
  console.log('Installing Chromium for the browser tests …')
  if (process.getuid?.() === 0 && tryRun('apt-get', ['update', '-q'])) {
    const install = ['install', '-y', '-q', '--no-install-recommends']
    // Older systems have only the whole browser.
    if (!tryRun('apt-get', [...install, 'chromium-headless-shell']))
      tryRun('apt-get', [...install, 'chromium'])
  } else {
    tryRun(process.execPath, [bin('@playwright/test/cli.js'), 'install', 'chromium'])
  }
  const installed = findInPath() ?? (await findPlaywrightChromium())
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium and it could not be installed. ' +
      'Install the package "chromium" of your system, or set CHROMIUM_PATH to a Chrome or Chromium.',
  )
}

function findInPath() {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
      const file = path.join(folder, name)
      if (folder && existsSync(file)) return file
    }
  }
  return undefined
}

async function findPlaywrightChromium() {
  const { chromium } = await import('@playwright/test')
  const file = chromium.executablePath()
  return existsSync(file) ? file : undefined
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function tryRun(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
  })
  if (status !== 0) console.log(`${command} ${args.join(' ')} failed.\n${stdout ?? ''}${stderr ?? ''}`)
  return status === 0
}
