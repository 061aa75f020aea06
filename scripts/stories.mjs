/** Builds the stories and serves them, for the accessibility test and the contact sheets. */
/// <reference lib="dom" />
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { preview } from 'vite'
import { bin, root } from './prepare.mjs'

const folder = path.join(root, 'node_modules', '.cache', 'tendwell', 'stories')

/** Builds the stories into a folder of their own. */
export async function buildStories() {
  const options = ['--config-dir', 'web/.storybook', '--output-dir', folder, '--quiet']
  const child = spawn(process.execPath, [bin('storybook/dist/bin/dispatcher.js'), 'build', ...options], {
    cwd: root,
    env: { ...process.env, NODE_ENV: undefined },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`The stories could not be built (${code}).`)
}

/** @typedef {{ id: string, title: string, name: string, importPath: string }} Story */

/**
 * Serves the built stories on a free port of this machine.
 * @returns {Promise<{ url: string, stories: Story[], stop: () => Promise<void> }>}
 */
export async function serveStories() {
  /** @type {{ entries: Record<string, Story> }} */
  const { entries } = JSON.parse(await readFile(path.join(folder, 'index.json'), 'utf8'))
  const server = await preview({
    configFile: false,
    logLevel: 'warn',
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  })
  const url = server.resolvedUrls?.local[0]
  if (!url) throw new Error('The stories are not served.')
  return { url, stories: Object.values(entries), stop: () => server.close() }
}

/**
 * Shows a story, and waits until it shows what it is named after. Switching is faster than opening a page for
 * each.
 * @param {import('@playwright/test').Page} page at `iframe.html`
 * @param {Pick<Story, 'id' | 'name'>} story
 */
export async function showStory(page, { id, name }) {
  await page.evaluate((storyId) => {
    const channel = Reflect.get(window, '__STORYBOOK_ADDONS_CHANNEL__')
    return new Promise((resolve, reject) => {
      /** @param {{ status: string }} end */
      const settle = ({ status }) =>
        status === 'error' ? reject(new Error(`${storyId} failed`)) : resolve(undefined)
      channel.once('storyFinished', settle)
      channel.emit('setCurrentStory', { storyId, viewMode: 'story' })
    })
  }, id)
  // Several parts can be loading: the first is gone when all are.
  if (!name.includes('Loading'))
    await page
      .getByText(/^Loading/)
      .first()
      .waitFor({ state: 'detached' })
}
