/**
 * `npm run stories:sheet` takes a picture of every story in both themes and puts them on contact sheets in
 * `test-results/stories/`. `npm run stories:sheet -- ui/button` takes only those whose title contains the
 * word.
 */
/// <reference lib="dom" />
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from './chromium.mjs'
import { root } from './prepare.mjs'
import { buildStories, serveStories, showStory } from './stories.mjs'

/**
 * @typedef {'light' | 'dark'} Theme
 * @typedef {{ caption: string, picture: string }} Figure a picture in base64
 */

const themes = /** @type {const} */ (['light', 'dark'])
/** Sheets are no longer than this, so that they stay readable. */
const storiesPerSheet = 24
const viewport = { width: 900, height: 640 }
const folder = path.join(root, 'test-results', 'stories')

const [word = ''] = process.argv.slice(2)
await buildStories()
const { url, stories, stop } = await serveStories()
const browser = await chromium.launch({
  executablePath: await findChromium(),
  // Chromium's sandbox doesn't work for root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  await mkdir(folder, { recursive: true })
  const wanted = stories.filter(({ title }) => title.includes(word))
  for (const theme of themes) await makeSheets(theme, wanted)
} finally {
  await browser.close()
  await stop()
}

/**
 * @param {Theme} colorScheme
 * @param {import('./stories.mjs').Story[]} wanted
 */
async function makeSheets(colorScheme, wanted) {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  const page = await context.newPage()
  await page.goto('/iframe.html')
  for (let first = 0; first < wanted.length; first += storiesPerSheet) {
    /** @type {Figure[]} */
    const figures = []
    for (const story of wanted.slice(first, first + storiesPerSheet)) {
      await showStory(page, story)
      figures.push({ caption: `${story.title}: ${story.name}`, picture: await takePicture(page) })
    }
    const file = path.join(folder, `${colorScheme}-${first / storiesPerSheet + 1}.png`)
    await printSheet(figures, colorScheme, file)
    console.log(path.relative(root, file))
  }
  await context.close()
}

/**
 * The whole story, without the empty space below it.
 * @param {import('@playwright/test').Page} page
 */
async function takePicture(page) {
  const bottom = await page.evaluate(() =>
    Math.max(
      ...Array.from(document.querySelectorAll('body *'), (item) => item.getBoundingClientRect().bottom),
    ),
  )
  const clip = { x: 0, y: 0, width: viewport.width, height: Math.ceil(bottom) + 16 }
  return (await page.screenshot({ fullPage: true, clip })).toString('base64')
}

/**
 * @param {Figure[]} figures
 * @param {Theme} colorScheme
 * @param {string} file
 */
async function printSheet(figures, colorScheme, file) {
  const page = await browser.newPage({ viewport: { width: 1880, height: 800 }, colorScheme })
  const list = figures.map(
    ({ caption, picture }) =>
      `<figure><figcaption>${caption}</figcaption><img src="data:image/png;base64,${picture}"></figure>`,
  )
  await page.setContent(`<!doctype html>
    <style>
      :root { color-scheme: light dark }
      body { columns: 2; gap: 20px; margin: 20px; font: 15px sans-serif; background: Canvas }
      figure { margin: 0 0 20px; break-inside: avoid }
      img { display: block; width: 100%; margin-top: 4px; outline: 1px solid GrayText }
    </style>
    ${list.join('')}`)
  await page.screenshot({ path: file, fullPage: true })
  await page.close()
}
