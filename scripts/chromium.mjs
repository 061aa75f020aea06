/** Finds a Chromium for the browser tests, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { bin } from './prepare.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The path of a Chromium: the one named by CHROMIUM_PATH, the system's, Playwright's, or one installed now.
 * @returns {Promise<string>}
 * @throws {Error} saying what to do when there is none and none can be installed.
 */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const present = inPath() ?? (await playwrights())
  if (present) return present
  console.log('Installing Chromium for the browser tests …')
  if (process.getuid?.() === 0 && runs('apt-get', ['update', '-q'])) {
    runs('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'])
  } else {
    runs(process.execPath, [bin('@playwright/test/cli.js'), 'install', 'chromium'])
  }
  const installed = inPath() ?? (await playwrights())
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium and it could not be installed. ' +
      'Install the package "chromium" of your system, or set CHROMIUM_PATH to a Chrome or Chromium.',
  )
}

function inPath() {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name)
      if (folder && existsSync(file)) return file
    }
  }
  return undefined
}

async function playwrights() {
  const { chromium } = await import('@playwright/test')
  const file = chromium.executablePath()
  return existsSync(file) ? file : undefined
}

function runs(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
  })
  if (status !== 0) console.log(`${command} ${args.join(' ')} failed.\n${stdout ?? ''}${stderr ?? ''}`)
  return status === 0
}
