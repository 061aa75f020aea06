/** The landing page: read before any script runs, taken over without a jump, its search and its carousel. */
import { expect, type Page, test } from './fixtures.ts'
import { enterAs } from './steps/session.ts'

/** In bytes over the wire (look.md, "Measured"). */
const SCRIPT_MAXIMUM = 120_000

const strip = (page: Page) => page.getByRole('region', { name: 'Categories of Care' }).getByRole('list')
const card = (page: Page, name: string) => strip(page).getByRole('link', { name, exact: true })
const scrolled = (page: Page) => strip(page).evaluate((list) => list.scrollLeft)
const motionless = { contextOptions: { reducedMotion: 'reduce' } } as const

test('is readable without any script, and only the landing page is', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Where Luxury Meets Care' })).toBeVisible()
  await expect(page.getByText('Trusted by 500+ families')).toBeVisible()
  for (const name of ['Join', 'Match', 'Book & Pay', 'Curated caregivers', 'AI personalisation']) {
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible()
  }
  await expect(card(page, 'Night nanny')).toHaveAttribute('href', '/caregivers?skills=Night+nanny')
  // Shown twice, told once.
  const letters = page.getByRole('region', { name: 'Testimonials' })
  await expect(letters.locator('li')).toHaveCount(10)
  await expect(letters.getByRole('listitem')).toHaveCount(5)
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
  expect(total, [...scripts].join('\n')).toBeLessThanOrEqual(SCRIPT_MAXIMUM)
  const totalShift = await page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
  )
  expect(totalShift).toBeLessThan(0.02)
})

test('who has a session is never shown a visitor’s links', async ({ page, problems }) => {
  problems.allow(/assets\/.*ERR_FAILED|ERR_FAILED.*assets\//)
  await enterAs(page, 'family')
  // The page as it is drawn, before the app takes it over.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-for-visitors]').first()).toBeHidden()
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account/ })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toHaveCount(0)
})

test('the hero’s search leads to the search', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('searchbox', { name: /^Search caregivers/ })
  await box.fill(' newborn & twins ')
  await box.press('Enter')
  await expect(page).toHaveURL('/caregivers?q=newborn+%26+twins')
})

test('three quick clicks of the carousel’s arrow are three steps, while it moves', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Later categories' }).click({ clickCount: 3 })
  await expect.poll(() => scrolled(page)).toBe(960)
})

test.describe('the carousel', () => {
  test.use(motionless)

  test('its arrows go 320 px and rest at the ends; its keys go from card to card', async ({ page }) => {
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

  test('a drag scrolls it and opens nothing; 5 px are still a click', async ({ page }) => {
    await page.goto('/')
    const dragBy = async (distance: number) => {
      await card(page, 'Postpartum support').scrollIntoViewIfNeeded()
      const box = await card(page, 'Postpartum support').boundingBox()
      if (!box) throw new Error('The card is not to be seen')
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
