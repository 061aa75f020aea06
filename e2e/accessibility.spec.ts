/** Checks every screen, menu and dialog for axe violations (WCAG 2.2 AA) and for sideways scroll on the narrowest phone. */
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from './fixtures.ts'
import { openDispute } from './steps/disputes.ts'
import { ask, type DemoPerson, demo, enterAs } from './steps/session.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
const narrowest = 360
const picture = fileURLToPath(new URL('./files/document.png', import.meta.url))
const widths = [390, 1440] as const

test.describe.configure({ mode: 'parallel' })
// axe would measure the contrast of elements that are still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** A screen to check: its path, what shows that it has loaded, and what to open on it. */
interface Screen {
  path: string
  ready: (page: Page) => ReturnType<Page['getByText']>
  /** Opened in turn; Escape closes each. */
  open?: readonly ((page: Page) => Promise<void>)[]
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name })
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const account = press(/^Account/)
const notifications = press(/^Notifications/)
const conversations = (page: Page) => page.getByRole('list', { name: 'Conversations' })
const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })

const screens: Record<DemoPerson | 'visitor', readonly Screen[]> = {
  visitor: [
    { path: '/', ready: heading('Where Luxury Meets Care') },
    { path: '/signup', ready: heading('Registration'), open: [press('Create Account')] },
    { path: '/login', ready: heading('Log In'), open: [press('Log In')] },
    { path: '/verify-email', ready: heading('Verify Your Email'), open: [press('Resend Verification')] },
    { path: '/forgot-password', ready: heading('Forgot Password?'), open: [press('Send Reset Link')] },
    { path: '/reset-password?token=any', ready: heading('Reset Password'), open: [press('Reset Password')] },
    { path: '/help', ready: heading('Frequently asked questions'), open: [answer] },
    { path: '/contact', ready: heading('Contact us'), open: [press('Send Message')] },
    { path: '/caregivers', ready: (page) => page.getByText(/^\d+ caregivers/), open: [country, filters] },
    {
      path: `/caregivers?available_on=${inDays(3)}&start=20:00&end=02:00`,
      ready: (page) => page.getByRole('button', { name: /^Remove the filter Free on/ }),
    },
    { path: '/caregivers?country=France&min_rate=999', ready: (page) => page.getByText(/^Without From/) },
    { path: '/caregivers?q=zzzzqq', ready: (page) => page.getByText('No caregivers found') },
    { path: '/caregivers/2', ready: (page) => page.getByText(/from \d+ reviews/) },
    { path: '/caregivers/999999', ready: (page) => page.getByText('Failed to load caregiver') },
  ],
  family: [
    {
      path: '/caregiver/2/book',
      ready: (page) => page.getByRole('button', { name: /free$/ }).first(),
      open: [chooseWindows],
    },
    {
      path: '/requests',
      ready: (page) => page.getByRole('article').first(),
      open: [account, notifications],
    },
    { path: '/checkout/:unpaid', ready: (page) => page.getByRole('button', { name: /^Pay / }) },
    { path: '/checkout/999999', ready: (page) => page.getByText('Only the request owner can pay') },
    { path: '/payments/success?request_id=999999', ready: (page) => page.getByText('No payment yet') },
    { path: '/payments/history', ready: (page) => page.getByRole('link', { name: /^Receipt/ }).first() },
    { path: '/payments/:paid/receipt', ready: (page) => page.getByText(/^Receipt #/) },
    { path: '/payments/999999/receipt', ready: (page) => page.getByText('Failed to load receipt') },
    { path: '/bookings', ready: (page) => page.getByRole('article').first() },
    {
      path: '/caretaker/profile',
      ready: (page) => page.getByRole('button', { name: 'Save Children' }),
      open: [cutPhoto],
    },
    {
      path: '/my-reviews',
      ready: (page) => page.getByRole('button', { name: /^Write a review/ }).first(),
      open: [press(/^Write a review/)],
    },
    {
      path: '/caretaker/disputes',
      ready: (page) => page.getByRole('article').first(),
      open: [press(/^Close Dispute/), press(/^All Types/)],
    },
    {
      path: '/caretaker/disputes/add',
      ready: (page) => page.getByRole('button', { name: 'Create Dispute' }),
      open: [press('Create Dispute'), bookingOfDispute],
    },
    { path: '/caretaker/disputes/:dispute', ready: (page) => page.getByText(/was refunded/) },
    { path: '/caretaker/disputes/999999', ready: (page) => page.getByText('Failed to load dispute') },
    { path: '/chat', ready: conversations },
    { path: '/chat?caregiverId=2', ready: composer },
    { path: '/chat?conversationId=999999', ready: (page) => page.getByText('No such conversation') },
  ],
  caregiver: [
    {
      path: '/caregiver/profile',
      ready: (page) => page.getByRole('button', { name: 'Save Profile' }),
      open: [press('Change Photo'), languages],
    },
    {
      path: '/caregiver/availability',
      ready: (page) => page.getByRole('button', { name: /, (open|booked)$/ }).first(),
      open: [
        editDay,
        press(/^Copy to other days/),
        press(/^Close this day/),
        press(/^Remove \w+day/),
        bookedDay,
        leaveTyped,
      ],
    },
    {
      path: '/requests/incoming',
      ready: (page) => page.getByRole('article').first(),
      open: [account, notifications, press('Reject')],
    },
    { path: '/caregiver/bookings', ready: (page) => page.getByRole('article').first() },
    { path: '/caretakers/62', ready: heading('Clara Lindqvist') },
    { path: '/caretakers/999999', ready: (page) => page.getByText('Failed to load caretaker profile') },
    {
      path: '/caregiver/wallet',
      ready: (page) => page.getByRole('button', { name: /^Copy payout ID/ }).first(),
      open: [press('Withdraw')],
    },
    { path: '/chat', ready: conversations, open: [openConversation] },
    {
      path: '/account',
      ready: (page) => page.getByText('This device'),
      open: [press('Change Password'), revoke],
    },
    { path: '/caregiver/disputes', ready: (page) => page.getByText(/^Dispute from/).first() },
    { path: '/caregiver/disputes?q=zzzzqq', ready: (page) => page.getByText('No disputes found') },
    { path: '/caregiver/disputes/:dispute', ready: (page) => page.getByText('Nothing was refunded') },
  ],
  admin: [
    {
      path: '/admin',
      ready: (page) => page.getByRole('button', { name: /^Verify / }).first(),
      open: [
        account,
        notifications,
        press(/^Reject (?!selected)/),
        rejectSeveral,
        press(/^Joined/),
        deactivate,
        flagged,
      ],
    },
    {
      path: '/admin/disputes',
      ready: (page) => page.getByRole('link', { name: /^DPT-/ }).first(),
      open: [press(/Status/)],
    },
    {
      path: '/admin/disputes/:dispute',
      ready: (page) => page.getByText('Dispute Status Management'),
      open: [press('Escalate Dispute'), press('Reject Dispute'), escalateAndClose],
    },
    { path: '/admin/disputes/999999', ready: (page) => page.getByText('Failed to load dispute') },
    {
      path: '/admin/requests',
      ready: (page) => page.getByRole('table', { name: 'Requests' }).getByText('Submitted').first(),
    },
    {
      path: '/admin/analytics',
      ready: (page) => page.locator('canvas').last(),
      open: [press('Period: Last 30 days'), press('View as table: Revenue by month')],
    },
    { path: '/admin/reconciliation', ready: heading('Reconciliation') },
  ],
  pendingCaregiver: [
    { path: '/caregiver/profile', ready: (page) => page.getByText('Pending Verification').first() },
    {
      path: '/caregiver/availability',
      ready: (page) => page.getByText('Your profile is pending admin verification'),
    },
  ],
}

for (const person of Object.keys(screens) as (keyof typeof screens)[]) {
  for (const width of widths) {
    test(`${person}: every screen is accessible at ${width} px`, async ({ page }) => {
      test.setTimeout(90_000)
      await page.setViewportSize({ width, height: 900 })
      if (person !== 'visitor') await enterAs(page, person)
      const unpaid = person === 'family' ? await unpaidRequest(page) : 0
      const paid = person === 'family' ? await paidPayment(page) : 0
      const dispute = person === 'admin' ? (await openDispute(page)).id : await closedDispute(page, person)
      const ids = { unpaid, paid, dispute }
      for (const { path, ready, open = [] } of screens[person]) {
        await page.goto(
          path.replace(/:(unpaid|paid|dispute)/, (_, name: keyof typeof ids) => String(ids[name])),
        )
        await expect(ready(page)).toBeVisible()
        await expectAccessible(page, path)
        if (width < 1000) await expectNoSidewaysScroll(page, path, width)
        for (const [index, act] of open.entries()) {
          await act(page)
          await expectAccessible(page, `${path}, opened ${index + 1}`)
          await page.keyboard.press('Escape')
        }
      }
    })
  }
}

test('public and caregiver screens are accessible in the dark theme', async ({ page }) => {
  test.setTimeout(90_000)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 820, height: 1180 })
  for (const { path, ready } of screens.visitor.filter((screen) => !screen.path.includes('999999'))) {
    await page.goto(path)
    await expect(ready(page)).toBeVisible()
    await expectAccessible(page, `${path} in the dark theme`)
  }
  await enterAs(page, 'caregiver')
  const dispute = await closedDispute(page, 'caregiver')
  for (const { path, ready, open = [] } of screens.caregiver) {
    await page.goto(path.replace(':dispute', String(dispute)))
    await expect(ready(page)).toBeVisible()
    await open[0]?.(page)
    await expectAccessible(page, `${path} in the dark theme`)
  }
})

test('the admin console is accessible in the dark theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 820, height: 1180 })
  await enterAs(page, 'admin')
  for (const path of ['/admin', '/admin/requests', '/admin/analytics']) {
    await page.goto(path)
    await expect(page.locator('table, canvas').first()).toBeVisible()
    await expectAccessible(page, `${path} in the dark theme`)
  }
})

test('the phone menus are accessible', async ({ page }) => {
  await page.setViewportSize({ width: narrowest, height: 800 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expectAccessible(page, 'the site’s menu')
  await enterAs(page, 'admin')
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Sidebar' }).click()
  await expectAccessible(page, 'the console’s menu')
  await expectNoSidewaysScroll(page, '/admin', narrowest)
})

test('the sandbox payment pages are accessible in both themes', async ({ page }) => {
  await page.setViewportSize({ width: narrowest, height: 800 })
  await enterAs(page, 'family')
  await page.goto(`/checkout/${await unpaidRequest(page)}`)
  await press(/^Pay \$/)(page)
  await expect(page.getByLabel('Card number')).toBeVisible()
  await press(/^Pay \$/)(page)
  await expect(page.getByText('Your card number is invalid.')).toBeVisible()
  await expectAccessible(page, 'the card page')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'the card page in the dark theme')
  await expectNoSidewaysScroll(page, 'the card page', narrowest)

  const { access } = await enterAs(page, 'pendingCaregiver')
  const headers = { authorization: `Bearer ${access}` }
  const link = await page.request.post('/api/payouts/onboarding-link', { headers })
  await page.goto((await link.json()).url)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await expectAccessible(page, 'the bank page in the dark theme')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, 'the bank page')
  await expectNoSidewaysScroll(page, 'the bank page', narrowest)
})

test('the message of a failed load is accessible', async ({ page, problems }) => {
  problems.allow(/503/)
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Please try again in a minute', code: 'unavailable' } }),
  )
  // Filtering by day makes the page load its results itself: the server can't render them without the viewer's time zone.
  await page.goto(`/caregivers?available_on=${inDays(3)}`)
  await expect(page.getByRole('alert')).toContainText('Failed to load caregivers')
  await expectAccessible(page, '/caregivers, failed')
})

async function expectAccessible(page: Page, where: string): Promise<void> {
  // No screen contains a frame, so axe doesn't need its extra page for merging frames.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.withTags(tags).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  expect(found, where).toEqual([])
}

async function expectNoSidewaysScroll(page: Page, where: string, width: number): Promise<void> {
  await page.setViewportSize({ width: narrowest, height: 800 })
  const reach = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(reach, `${where} at ${narrowest} px`).toBe(narrowest)
  await page.setViewportSize({ width, height: 900 })
}

async function unpaidRequest(page: Page): Promise<number> {
  type Mine = { results: { id: number; status: string; is_paid: boolean }[] }
  const { results } = await ask<Mine>(page, 'family', '/api/requests/mine/?page_size=100')
  return results.find(({ status, is_paid }) => status === 'accepted' && !is_paid)?.id ?? 0
}

async function paidPayment(page: Page): Promise<number> {
  type Mine = { results: { id: number; status: string }[] }
  const { results } = await ask<Mine>(page, 'family', '/api/payments/mine?page_size=100')
  return results.find(({ status }) => status === 'succeeded')?.id ?? 0
}

async function answer(page: Page): Promise<void> {
  await page.getByText('When do I pay?').click()
}

/** Opens the dialog for revoking a session, which needs a second session. */
async function revoke(page: Page): Promise<void> {
  await page.request.post('/api/auth/login/', {
    data: { email: demo.caregiver, password: 'tendwell-demo' },
  })
  await page.reload()
  await press(/^Revoke/)(page)
  await expect(page.getByRole('alertdialog')).toBeVisible()
}

async function closedDispute(page: Page, person: DemoPerson | 'visitor'): Promise<number> {
  if (person !== 'family' && person !== 'caregiver') return 0
  const list = person === 'family' ? 'mine' : 'assigned-to-me'
  const { results } = await ask<{ results: { id: number }[] }>(
    page,
    person,
    `/api/disputes/${list}/?status=closed`,
  )
  return results.at(-1)?.id ?? 0
}

async function bookingOfDispute(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Select booking/ }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
}

async function country(page: Page): Promise<void> {
  const select = page.getByRole('button', { name: /Country/ })
  if (await select.isVisible()) await select.click()
}

async function filters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filters/ })
  if (await button.isVisible()) await button.click()
}

async function chooseWindows(page: Page): Promise<void> {
  await page.getByRole('button', { name: /free$/ }).first().click()
  await page
    .getByRole('button', { name: /[AP]M – / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1)
}

async function cutPhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change Photo' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file: Photo' }).click()
  await (await chooser).setFiles(picture)
  await expect(page.getByRole('slider', { name: 'Zoom' })).toBeVisible()
}

async function languages(page: Page): Promise<void> {
  // A closing dialog still moves the focus.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Languages' }).pressSequentially('Ch')
  await expect(page.getByRole('option', { name: 'Chinese' })).toBeVisible()
}

async function editDay(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /, open$/ })
    .last()
    .click()
  await expect(page.getByRole('group', { name: 'Window 1' })).toBeVisible()
}

async function bookedDay(page: Page): Promise<void> {
  const booked = page.getByRole('button', { name: /, (booked|full)$/ })
  for (let month = 0; month < 2 && (await booked.count()) === 0; month += 1) {
    await page.getByRole('button', { name: 'Next month' }).first().click()
    await expect(page.getByRole('button', { name: /, open$/ }).first()).toBeVisible()
  }
  await booked.first().click()
  await expect(page.getByText(/^Booked by families/).first()).toBeVisible()
}

/** Leaves a day with unsaved hours, then the screen. */
async function leaveTyped(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a window' }).click()
  await page
    .getByRole('button', { name: /, open$/ })
    .last()
    .click()
  await expect(page.getByText('Not saved yet:')).toBeVisible()
  await page
    .getByRole('link', { name: /^Tendwell/ })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
}

async function rejectSeveral(page: Page): Promise<void> {
  await page
    .getByRole('checkbox', { name: /^Select / })
    .last()
    .press('Space')
  await page.getByRole('button', { name: 'Reject selected' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
}

async function deactivate(page: Page): Promise<void> {
  await page.getByRole('switch').last().press('Space')
  await expect(page.getByRole('alertdialog')).toBeVisible()
}

async function escalateAndClose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Escalate Dispute' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Escalate Dispute' }).click()
  await page.getByRole('button', { name: 'Close Dispute' }).click()
  await expect(page.getByLabel(/^Refund to/)).toBeVisible()
}

async function openConversation(page: Page): Promise<void> {
  await conversations(page).getByRole('link').last().click()
  await expect(page.getByRole('log')).toBeVisible()
}

async function flagged(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Flagged/ }).click()
}
