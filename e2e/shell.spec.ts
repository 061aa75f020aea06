/** The app's shell: links by role, guarded routes, and what the browser stores. */
import { expect, type Page, test } from './fixtures.ts'
import { fillLogin, logIn } from './steps/accounts.ts'

const password = 'tendwell-demo'
const storageKey = 'tendwell.session'

const namesIn = (page: Page, navigation: string) =>
  page.getByRole('navigation', { name: navigation }).getByRole('link').allInnerTexts()

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Where Luxury Meets Care' })

test('the header and footer of a visitor', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('navigation', { name: 'Footer' })).toBeVisible()
  expect(await namesIn(page, 'Footer')).toEqual(['Home', 'Find a Caregiver', 'FAQs', 'Features', 'Find Job'])
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup')
  await expect(footer.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  expect(await namesIn(page, 'Site')).toEqual(['Home', 'Blog', 'Categories'])
  await expect(page.getByRole('banner').getByRole('link', { name: 'Find a Caregiver' })).toBeVisible()
  await footer.getByRole('link', { name: 'FAQs' }).click()
  await expect(page).toHaveURL('/help')
})

const everyone = ['Home', 'Find a Caregiver', 'FAQs', 'Features']

/** The header's action, footer links and user menu of each role, in order. */
const members = [
  {
    email: 'caregiver@demo.tendwell.test',
    action: 'Set Availability',
    footer: ['Home', 'My Profile', 'Availability Settings', 'FAQs'],
    menu: ['Profile', 'Wallet', 'Availability', 'Requests', 'Bookings', 'Disputes', 'Account'],
  },
  {
    email: 'family@demo.tendwell.test',
    action: 'Find a Caregiver',
    footer: everyone,
    menu: [
      'Profile',
      'Requests',
      'Bookings',
      'Reviews',
      'Payment History',
      'Disputes',
      'Create Dispute',
      'Account',
    ],
  },
  {
    email: 'admin@demo.tendwell.test',
    action: 'Find a Caregiver',
    footer: everyone,
    menu: ['Dashboard', 'Analytics', 'Disputes', 'Account'],
  },
]

for (const { email, action, footer, menu } of members) {
  test(`the header, menu and footer of ${email}`, async ({ page }) => {
    await logIn(page, { email, password })
    await page.goto('/help')
    await expect(page.getByRole('navigation', { name: 'Footer' })).toBeVisible()
    expect(await namesIn(page, 'Footer')).toEqual(footer)
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Sign up' })).toHaveCount(0)
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('link', { name: action })).toBeVisible()
    await expect(banner.getByRole('button', { name: /^Notifications/ })).toBeVisible()
    await banner.getByRole('button', { name: /^Account/ }).click()
    const links = await banner.getByRole('list').last().getByRole('link').allInnerTexts()
    expect(links).toEqual(menu.filter((label) => links.includes(label)))
    expect(links.at(-1)).toBe('Account')
    await expect(banner.getByRole('button', { name: 'Logout' })).toBeVisible()
  })
}

for (const { email, action } of [{ email: null, action: 'Find a Caregiver' }, ...members.slice(0, 1)]) {
  test(`the phone menu of ${email ?? 'a visitor'}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    if (email) await logIn(page, { email, password })
    await page.goto('/help')
    const button = page.getByRole('button', { name: 'Menu', exact: true })
    await button.click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const visitorLinks = email ? [] : ['Log in', 'Sign up']
    expect(await menu.getByRole('link').allInnerTexts()).toEqual([
      'Home',
      'Blog',
      'Categories',
      ...visitorLinks,
      action,
    ])
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
    await button.click()
    await page.mouse.click(180, 720)
    await expect(menu, 'a click outside closes it').toBeHidden()
  })
}

test('a guarded page sends a visitor to login and back, with its query', async ({ page }) => {
  await page.goto('/bookings?page=2')
  await expect(page).toHaveURL('/login?next=%2Fbookings%3Fpage%3D2')
  await fillLogin(page, { email: 'family@demo.tendwell.test', password })
  await expect(page).toHaveURL('/bookings?page=2')
  await page.goBack()
  await expect(page, 'the login screen is not in the history').not.toHaveURL(/login/)
})

test('a user without the required role is sent to the home page', async ({ page }) => {
  await logIn(page, { email: 'family@demo.tendwell.test', password })
  for (const path of ['/admin', '/caregiver/wallet', '/requests/incoming']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
})

for (const evil of ['//evil.example/x', '/\\evil.example', 'https://evil.example', '/..//evil.example']) {
  test(`login does not redirect to another site: ${evil}`, async ({ page }) => {
    await page.goto(`/login?next=${encodeURIComponent(evil)}`)
    await fillLogin(page, { email: 'family@demo.tendwell.test', password })
    await expect(page).toHaveURL('/')
  })
}

test('a new page opens at the top, and a reload keeps the scroll position', async ({ page }) => {
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 400))
  await page.reload()
  await expect.poll(scrolled).toBe(400)
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible()
  expect(await scrolled()).toBe(0)
})

test('an unknown path shows the home page', async ({ page }) => {
  await page.goto('/no/such/place?at=all')
  await expect(home(page)).toBeVisible()
})

const expired = `e30.${Buffer.from(JSON.stringify({ exp: 1 })).toString('base64url')}.x`
const user = { id: 1, full_name: 'Mira', email: 'm@x.test', avatar: null, role: 'caretaker' }
const brokenStates = {
  'not JSON': '{{{',
  'wrong shape': '[1,2]',
  'an unreadable token': JSON.stringify({ user, token: 'nonsense', refreshToken: 'r' }),
  'an expired token': JSON.stringify({ user, token: expired, refreshToken: 'r' }),
  'a token without its user': JSON.stringify({ token: 5, user: 'x' }),
}

for (const [what, stored] of Object.entries(brokenStates)) {
  test(`invalid stored state starts logged out: ${what}`, async ({ page }) => {
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      storageKey,
      stored,
    ] as const)
    await page.goto('/requests')
    await expect(page).toHaveURL('/login?next=%2Frequests')
    await expect(page.getByRole('button', { name: /^Account/ })).toHaveCount(0)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  })
}

test('the session is stored under one key, and logging out clears it', async ({ page }) => {
  await logIn(page, { email: 'family@demo.tendwell.test', password })
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([storageKey])
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  const stored = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}'), storageKey)
  expect(stored).toEqual({ user: null, token: null, refreshToken: null })
})
