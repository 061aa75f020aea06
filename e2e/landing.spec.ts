/** The landing page: readable without scripts, hydrated without a layout shift, its search and its carousel. */
import { expect, type Page, test } from './fixtures.ts'
import { enterAs } from './steps/session.ts'

/** Compressed, over the wire. */
const SCRIPT_MAXIMUM_BYTES = 120_000

const strip = (page: Page) => page.getByRole('region', { name: 'Categories of Care' }).getByRole('list')
const card = (page: Page, name: string) => strip(page).getByRole('link', { name, exact: true })
const scrolled = (page: Page) => strip(page).evaluate((list) => list.scrollLeft)
const reducedMotion = { contextOptions: { reducedMotion: 'reduce' } } as const

test('the landing page is readable without scripts, and the login page is not', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Where Luxury Meets Care' })).toBeVisible()
  await expect(page.getByText('Trusted by 500+ families')).toBeVisible()
  for (const name of ['Join', 'Match', 'Book & Pay', 'Curated caregivers', 'AI personalisation']) {
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible()
  }
  await expect(card(page, 'Night nanny')).toHaveAttribute('href', '/caregivers?skills=Night+nanny')
  // The scrolling list repeats its items; screen readers get each once.
  const testimonials = page.getByRole('region', { name: 'Testimonials' })
  await expect(testimonials.locator('li')).toHaveCount(10)
  await expect(testimonials.getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('link', { name: 'Become a Caregiver' })).toHaveAttribute('href', '/signup')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()

  const origin = new URL(page.url()).origin
  await expect(page).toHaveTitle('Tendwell · Where Luxury Meets Care')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}/`)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /verified nannies/)
  const cardUrl = await page.locator('meta[property="og:image"]').getAttribute('content')
  const picture = await page.request.get(cardUrl ?? '')
  expect(picture.headers()['content-type']).toBe('image/png')
  const robots = await page.request.get('/robots.txt')
  expect(await robots.text()).toContain(`Sitemap: ${origin}/sitemap.xml`)

  await page.goto('/login')
  await expect(page.locator('#root')).toBeEmpty()
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
  await context.close()
})

test('loads little script and hydrates without a layout shift', async ({ page }) => {
  const scripts = new Map<string, number>()
  page.on('requestfinished', async (request) => {
    if (request.resourceType() !== 'script') return
    scripts.set(request.url(), (await request.sizes()).responseBodySize)
  })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
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
  await expect(page.getByRole('button', { name: 'Earlier categories' })).toBeDisabled()
  releaseFonts()
  await page.waitForLoadState('networkidle')
  const total = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
  expect(scripts.size).toBeGreaterThan(1)
  expect(total, [...scripts].join('\n')).toBeLessThanOrEqual(SCRIPT_MAXIMUM_BYTES)
  const totalShift = await page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
  )
  expect(totalShift).toBeLessThan(0.02)
})

test('a logged-in user never sees the visitor links', async ({ page, problems }) => {
  problems.allow(/assets\/.*ERR_FAILED|ERR_FAILED.*assets\//)
  await enterAs(page, 'family')
  // The server-rendered page, before hydration.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-for-visitors]').first()).toBeHidden()
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account/ })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toHaveCount(0)
})

test('the hero’s search box opens the search page', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('searchbox', { name: /^Search caregivers/ })
  await box.fill(' newborn & twins ')
  await box.press('Enter')
  await expect(page).toHaveURL('/caregivers?q=newborn+%26+twins')
})

test('three quick clicks on the carousel’s arrow scroll three steps', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Later categories' }).click({ clickCount: 3 })
  await expect.poll(() => scrolled(page)).toBe(960)
})

test.describe('the carousel', () => {
  test.use(reducedMotion)

  test('its arrows scroll 320 px and are disabled at the ends, and arrow keys move between cards', async ({
    page,
  }) => {
    await page.goto('/')
    const earlier = page.getByRole('button', { name: 'Earlier categories' })
    const later = page.getByRole('button', { name: 'Later categories' })
    const box = await card(page, 'Newborn care').boundingBox()
    expect([box?.width, box?.height]).toEqual([180, 230])
    await expect(earlier).toBeDisabled()
    await later.click()
    await expect.poll(() => scrolled(page)).toBe(320)
    await earlier.click()
    await expect.poll(() => scrolled(page)).toBe(0)
    await expect(earlier).toBeDisabled()
    await later.focus()
    for (let presses = 0; presses < 8 && (await later.isEnabled()); presses += 1) {
      const before = await scrolled(page)
      await page.keyboard.press('Enter')
      await expect.poll(() => scrolled(page)).toBeGreaterThan(before)
    }
    await expect(earlier).toBeFocused()

    await card(page, 'Newborn care').focus()
    await page.keyboard.press('ArrowRight')
    await expect(card(page, 'Night nanny')).toBeFocused()
    await page.keyboard.press('End')
    await expect(card(page, 'Household management')).toBeFocused()
    await later.click({ force: true })
    await expect(later).toBeDisabled()
    await card(page, 'Pet care').press('Enter')
    await expect(page).toHaveURL('/caregivers?skills=Pet+care')
  })

  test('a drag scrolls it without opening a card, and a drag of 5 px is still a click', async ({ page }) => {
    await page.goto('/')
    const dragBy = async (distance: number) => {
      await card(page, 'Postpartum support').scrollIntoViewIfNeeded()
      const box = await card(page, 'Postpartum support').boundingBox()
      if (!box) throw new Error('The card is not visible')
      await page.mouse.move(box.x + 90, box.y + 100)
      await page.mouse.down()
      await page.mouse.move(box.x + 90 - distance, box.y + 100, { steps: 4 })
      await page.mouse.up()
    }
    await dragBy(120)
    expect(await scrolled(page)).toBe(120)
    await dragBy(6)
    expect(await scrolled(page)).toBe(126)
    await expect(page).toHaveURL('/')
    await dragBy(5)
    await expect(page).toHaveURL('/caregivers?skills=Postpartum+support')
  })

  test('its search finds categories by name', async ({ page }) => {
    await page.goto('/')
    const search = page.getByRole('searchbox', { name: 'Search categories' })
    await search.fill('SUPPORT')
    const names = await strip(page).getByRole('link').allInnerTexts()
    expect(names).toEqual(['Postpartum support', 'Lactation support', 'Birth doula support'])
    await search.fill('plumbing')
    await expect(page.getByText('No categories found')).toBeVisible()
    await expect(page.getByText('Try adjusting your search term to find categories.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all categories' }).click()
    await expect(card(page, 'Newborn care')).toBeVisible()
    await expect(search).toBeFocused()
  })
})
