/** The public pages before any script runs, how much they load, and how steadily the landing page starts. */
import { createPerson } from '../api.ts'
import { expect, type Request, test } from '../fixtures.ts'
import { recordLayoutShifts, sumLayoutShifts } from '../steps/layout.ts'

/**
 * The most script and style that a page's first load may take, compressed, over the wire.
 * @see docs/decisions/0027-two-apps-one-kit.md
 */
const firstLoadMaximumBytes = { '/': 180_000, '/caregivers': 260_000, '/caregivers/2': 240_000 }

/** What Chromium reports of each script when JavaScript is off. */
const blockedScript = /\.js csp$/

test('the landing page is readable without scripts, and the login page is not', async ({
  openPage,
  problems,
}) => {
  problems.allow(blockedScript)
  const page = await openPage(null, { javaScriptEnabled: false })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Where Luxury Meets Care' })).toBeVisible()
  await expect(page.getByText('Trusted by 500+ families')).toBeVisible()
  for (const name of ['Join', 'Match', 'Book & Pay', 'Curated caregivers', 'Matched to your family']) {
    await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible()
  }
  const categories = page.getByRole('region', { name: 'Categories of Care' })
  await expect(categories.getByRole('link', { name: 'Night nanny', exact: true })).toHaveAttribute(
    'href',
    '/caregivers?skills=Night+nanny',
  )
  // The scrolling list repeats its items; screen readers get each once.
  const testimonials = page.getByRole('region', { name: 'Testimonials' })
  await expect(testimonials.locator('li')).toHaveCount(10)
  await expect(testimonials.getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('link', { name: 'Become a Caregiver' })).toHaveAttribute('href', '/signup')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()

  const origin = new URL(page.url()).origin
  await expect(page).toHaveTitle('Tendwell · Where Luxury Meets Care')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}/`)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /^Find nannies/)
  const cardUrl = await page.locator('meta[property="og:image"]').getAttribute('content')
  const picture = await page.request.get(cardUrl ?? '')
  expect(picture.headers()['content-type']).toBe('image/png')
  const robots = await page.request.get('/robots.txt')
  expect(await robots.text()).toContain(`Sitemap: ${origin}/sitemap.xml`)

  for (const [path, title] of [
    ['/terms', 'Terms of Use'],
    ['/privacy', 'Privacy Policy'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Tendwell`)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}${path}`)
  }

  await page.goto('/login')
  await expect(page.locator('#root')).toBeEmpty()
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
})

test('a caregiver’s page is readable without scripts and has its own metadata, and an unknown id returns 404', async ({
  openPage,
  problems,
}) => {
  problems.allow(blockedScript)
  const page = await openPage(null, { javaScriptEnabled: false })
  await page.goto('/caregivers')
  await page.getByRole('heading', { level: 2 }).first().getByRole('link').click()
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await expect(page).toHaveTitle(`${name} · Tendwell`)
  await expect(page.getByRole('heading', { name: 'About me' })).toBeVisible()
  const meta = (key: string) => page.locator(`meta[name="${key}"], meta[property="${key}"]`)
  await expect(meta('og:title')).toHaveAttribute('content', new RegExp(`^${name}, caregiver in `))
  await expect(meta('description')).toHaveAttribute('content', /^Caregiver in /)
  const picture = await page.request.get((await meta('og:image').getAttribute('content')) ?? '')
  expect(picture.headers()['content-type']).toMatch(/^image\//)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', page.url())

  const missing = await page.request.get('/caregivers/2147483647')
  expect(missing.status()).toBe(404)
  expect(await missing.text()).toContain('<div id="root"></div>')
})

test('the public pages load little script and style', async ({ openPage }) => {
  for (const [path, maximumBytes] of Object.entries(firstLoadMaximumBytes)) {
    const page = await openPage(null)
    const requests: Request[] = []
    page.on('requestfinished', (request) => requests.push(request))
    await page.goto(path, { waitUntil: 'networkidle' })
    const files = requests.filter((request) => ['script', 'stylesheet'].includes(request.resourceType()))
    const sizes = await Promise.all(files.map((file) => file.sizes()))
    const total = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
    expect(total, path).toBeGreaterThan(0)
    const list = files.map((file, index) => `${sizes[index]?.responseBodySize} ${file.url()}`)
    expect(total, [path, ...list].join('\n')).toBeLessThanOrEqual(maximumBytes)
    await page.close()
  }
})

test('only a browser without Temporal loads the library, and then hydrates', async ({ openPage }) => {
  for (const hasTemporal of [true, false]) {
    const page = await openPage(null)
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    if (!hasTemporal) await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'))
    await page.goto('/caregivers/2')
    await page.locator('#root[data-hydrated]').waitFor()
    expect(scripts.filter((url) => url.includes('/implementation-'))).toHaveLength(hasTemporal ? 0 : 1)
    await page.close()
  }
})

test('the landing page hydrates without a layout shift', async ({ page }) => {
  await recordLayoutShifts(page)
  // The fonts arrive last, as on a slow connection: they must not replace text that is already painted.
  let releaseFonts = () => {}
  const hydrated = new Promise<void>((resolve) => {
    releaseFonts = resolve
  })
  await page.route('**/*.woff2', async (route) => {
    await hydrated
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('#root[data-hydrated]').waitFor()
  releaseFonts()
  expect(await sumLayoutShifts(page)).toBeLessThan(0.02)
})

test('a search near a remembered place replaces the rendered cards without a layout shift', async ({
  page,
}) => {
  await recordLayoutShifts(page)
  await page.addInitScript(() => localStorage.setItem('tendwell.place', '5128581 New York City'))
  await page.goto('/caregivers')
  await expect(page.getByRole('button', { name: /^Remove the filter Near New York/ })).toBeVisible()
  expect(await sumLayoutShifts(page)).toBeLessThan(0.02)
})

test('a visitor who scrolls before the scripts have loaded stays there and can press what they see', async ({
  page,
}) => {
  let releaseScripts = () => {}
  const scrolled = new Promise<void>((resolve) => {
    releaseScripts = resolve
  })
  await page.route('**/assets/home-*.js', async (route) => {
    await scrolled
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const link = page.getByRole('link', { name: 'Become a Caregiver' })
  await link.scrollIntoViewIfNeeded()
  const y = await page.evaluate(() => window.scrollY)
  expect(y).toBeGreaterThan(500)
  releaseScripts()
  // From here on the app scrolls, not the browser.
  await page.waitForFunction(() => history.scrollRestoration === 'manual')
  expect(await page.evaluate(() => window.scrollY)).toBe(y)
  await link.click()
  await page.waitForURL('/signup')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('a logged-in family never sees the visitor links, nor the landing page', async ({
  openPage,
  api,
  problems,
}) => {
  problems.allow(/assets\/.*ERR_FAILED|ERR_FAILED.*assets\//)
  const page = await openPage(await api.register(createPerson('Anna')))
  // The rendered page, before any script.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('[data-for-members]')).toBeVisible()
  await expect(page.locator('[data-for-visitors]').first()).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Where Luxury Meets Care' })).toBeHidden()
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account/ })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toHaveCount(0)
})
