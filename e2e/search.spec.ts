/** Finding a caregiver: filters in the URL, a chosen day, an empty list, and the caregiver's page. */
import { expect, type Page, test } from './fixtures.ts'
import { enterAs } from './steps/session.ts'

interface Found {
  count: number
  results: { id: number; full_name: string; next_free_start: string | null }[]
}

async function find(page: Page, query: Record<string, string>): Promise<Found> {
  const answer = await page.request.get(`/api/auth/caregivers/?${new URLSearchParams(query)}`)
  expect(answer.status()).toBe(200)
  return answer.json()
}

const status = (page: Page) => page.getByRole('status').filter({ hasText: 'caregiver' })
const cards = (page: Page) =>
  page.getByRole('region', { name: 'Caregivers' }).getByRole('heading', { level: 2 })

test('filters are kept in the URL, survive a reload and can be removed one by one', async ({ page }) => {
  await page.goto('/caregivers?skills=First%20Aid,CPR')
  const chips = page.getByRole('list', { name: 'Filters in force' })
  await expect(chips.getByRole('button', { name: /^Remove/ })).toHaveCount(2)
  const panel = page.getByRole('complementary', { name: 'Filters' })
  await panel.getByRole('button', { name: /Country/ }).click()
  await page.getByRole('option', { name: 'France' }).click()
  await expect(page).toHaveURL(/country=France/)
  const { count } = await find(page, { skills: 'first aid,cpr', country: 'France' })
  await expect(status(page)).toHaveText(`${count} caregiver${count === 1 ? '' : 's'}`)
  await page.reload()
  await expect(chips.getByRole('button', { name: /^Remove/ })).toHaveCount(3)
  await chips.getByRole('button', { name: 'Remove the filter CPR' }).click()
  await expect(page).not.toHaveURL(/CPR/)
  await chips.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/caregivers')
  await expect(cards(page)).toHaveCount(12)
})

test('filtering by day and hours shows caregivers who are free then', async ({ page }) => {
  const { results } = await find(page, {})
  const start = results.find(({ next_free_start: next }) => next !== null)?.next_free_start as string
  const day = start.slice(0, 10)
  await page.goto('/caregivers')
  const panel = page.getByRole('complementary', { name: 'Filters' })
  await panel.getByLabel('Free on').fill(day)
  await expect(page).toHaveURL(new RegExp(`available_on=${day}`))
  await panel.getByText('At certain hours').click()
  await expect(page).toHaveURL(/start=09%3A00&end=12%3A00/)
  const timezone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const { count } = await find(page, { available_on: day, start: '09:00', end: '12:00', timezone })
  await expect(status(page)).toHaveText(`${count} caregiver${count === 1 ? '' : 's'}`)
  await page.getByRole('button', { name: /^Remove the filter Free on/ }).click()
  await expect(page).toHaveURL('/caregivers')
  await expect(panel.getByLabel('Free on')).toHaveValue('')
})

test('an empty list suggests which filter to remove', async ({ page }) => {
  await page.goto('/caregivers?country=France&min_rate=999')
  await expect(page.getByText('No caregivers found')).toBeVisible()
  const { count } = await find(page, { country: 'France' })
  await page.getByRole('button', { name: `Without From $999 an hour: ${count} caregivers` }).click()
  await expect(page).toHaveURL('/caregivers?country=France')
  await expect(cards(page)).toHaveCount(count)
})

for (const [way, delay] of [
  ['Tab', 0],
  ['Tab', 150],
  ['mouse', 0],
  ['sheet', 150],
] as const) {
  test(`a rate range can be typed across both fields: ${way}, ${delay} ms`, async ({ openPage }) => {
    const page = await openPage(way === 'sheet' ? { viewport: { width: 390, height: 800 } } : {})
    await page.goto('/caregivers')
    if (way === 'sheet') await page.getByRole('button', { name: 'Filters' }).click()
    const panel = page.getByRole(way === 'sheet' ? 'dialog' : 'complementary', { name: 'Filters' })
    const least = panel.getByLabel('Minimum')
    const most = panel.getByLabel('Maximum')
    await least.click()
    await page.keyboard.type('30', { delay })
    await (way === 'Tab' ? page.keyboard.press('Tab') : most.click({ delay }))
    await page.keyboard.type('60', { delay })
    await expect(most).toHaveValue('60')
    await panel.getByLabel('City').click()
    await expect(page).toHaveURL('/caregivers?min_rate=30&max_rate=60')
    await expect(least).toHaveValue('30')
    await expect(most).toHaveValue('60')
  })
}

test('a minimum rate alone sets the maximum to one dollar more', async ({ page }) => {
  await page.goto('/caregivers')
  const panel = page.getByRole('complementary', { name: 'Filters' })
  await panel.getByLabel('Minimum').fill('30')
  await page.keyboard.press('Tab')
  await expect(panel.getByLabel('Maximum')).toHaveValue('31')
  await page.keyboard.press('Tab')
  await expect(panel.getByLabel('Maximum')).toHaveValue('31')
  await expect(page).toHaveURL('/caregivers?min_rate=30&max_rate=31')
})

test('Back undoes typed filters one field at a time', async ({ page }) => {
  await page.goto('/caregivers?skills=CPR')
  const panel = page.getByRole('complementary', { name: 'Filters' })
  await panel.getByLabel('City').fill('Par')
  await expect(page).toHaveURL('/caregivers?city=Par&skills=CPR')
  await panel.getByLabel('City').fill('Paris')
  await expect(page).toHaveURL('/caregivers?city=Paris&skills=CPR')
  await page.getByRole('searchbox').fill('gentle')
  await expect(page).toHaveURL('/caregivers?q=gentle&city=Paris&skills=CPR')
  await page.goBack()
  await expect(page).toHaveURL('/caregivers?city=Paris&skills=CPR')
  await page.goBack()
  await expect(page).toHaveURL('/caregivers?skills=CPR')
  await expect(panel.getByLabel('City')).toHaveValue('')
})

test('a past day shows an error and is not searched', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/caregivers')
  const panel = page.getByRole('complementary', { name: 'Filters' })
  const day = panel.getByLabel('Free on')
  await day.fill('2020-01-15')
  await day.blur()
  await expect(day).toHaveAccessibleDescription('Choose today or later')
  await expect(day).toHaveValue('2020-01-15')
  await expect(panel.getByText(/^In your time/)).toHaveCount(0)
  await expect(page).toHaveURL('/caregivers')
  expect(asked.filter((url) => url.includes('available_on'))).toEqual([])
  await day.fill('')
  await day.blur()
  await expect(day).toHaveAccessibleDescription(/^In your time/)
})

test('focus moves to the results when the pressed button disappears', async ({ page, openPage }) => {
  await page.goto('/caregivers?country=France')
  await page.getByRole('button', { name: 'Remove the filter France' }).press('Enter')
  await expect(page).toHaveURL('/caregivers')
  await expect(status(page)).toBeFocused()
  await page.goto('/caregivers?country=France&skills=CPR')
  await page.getByRole('button', { name: 'Clear all' }).press('Enter')
  await expect(page).toHaveURL('/caregivers')
  await expect(status(page)).toBeFocused()
  await page.goto('/caregivers?country=France&min_rate=999')
  await page.getByRole('button', { name: /^Without From \$999/ }).press('Enter')
  await expect(page).toHaveURL('/caregivers?country=France')
  await expect(status(page)).toBeFocused()

  const phone = await openPage({ viewport: { width: 390, height: 800 } })
  await phone.goto('/caregivers?country=France')
  await phone.getByRole('button', { name: 'Filters' }).click()
  const sheet = phone.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: 'Clear all' }).press('Enter')
  await expect(phone).toHaveURL('/caregivers')
  await expect(sheet.getByRole('button', { name: /^Show/ })).toBeFocused()
})

test('on a phone the filters open in a sheet', async ({ openPage }) => {
  const page = await openPage({ viewport: { width: 390, height: 800 } })
  await page.goto('/caregivers')
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('City').fill('paris')
  const { count } = await find(page, { city: 'Paris' })
  await sheet.getByRole('button', { name: `Show ${count} caregivers` }).click()
  await expect(cards(page)).toHaveCount(count)
})

test('Send Message on a caregiver’s page leads a visitor to login, then to the chat', async ({ page }) => {
  await page.goto('/caregivers?country=France')
  const name = (await cards(page).first().textContent())?.replace(/\s*Verified$/, '') as string
  await cards(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  for (const title of ['About me', 'Availability Snapshot', 'Specialties & Certificates', 'Family Reviews']) {
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  }
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await page.getByRole('link', { name: 'Send Message' }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('next') === `/chat?caregiverId=${id}`)
  await page.goBack()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/caregivers?country=France')
})

test('an invalid caregiver URL shows an error without calling the API', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/caregivers/abc')
  await expect(page.getByText('Failed to load caregiver')).toBeVisible()
  await expect(page.getByText('This caregiver is not on our list, or no longer.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  expect(asked.filter((url) => url.includes('/auth/caregivers/'))).toEqual([])
})

test('caregivers see their own page without booking and message links', async ({ page }) => {
  const { user } = await enterAs(page, 'caregiver')
  await page.goto(`/caregivers/${user.id}`)
  await expect(page.getByRole('link', { name: 'Edit my profile' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Book Now|Send Message/ })).toHaveCount(0)
})

test('a caregiver’s page is readable without scripts and has its own metadata, and an unknown id returns 404', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/caregivers')
  await page.getByRole('heading', { level: 2 }).first().getByRole('link').click()
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await expect(page).toHaveTitle(`${name} · Tendwell`)
  await expect(page.getByRole('heading', { name: 'About me' })).toBeVisible()
  const meta = (key: string) => page.locator(`meta[name="${key}"], meta[property="${key}"]`)
  await expect(meta('og:title')).toHaveAttribute('content', new RegExp(`^${name}, caregiver in `))
  await expect(meta('description')).toHaveAttribute('content', /^Verified caregiver in /)
  const picture = await page.request.get((await meta('og:image').getAttribute('content')) ?? '')
  expect(picture.headers()['content-type']).toMatch(/^image\//)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', page.url())

  const missing = await page.request.get('/caregivers/2147483647')
  expect(missing.status()).toBe(404)
  expect(await missing.text()).toContain('<div id="root"></div>')
  await context.close()
})
