/** Checks every screen, menu and dialog for axe violations on phones, in both themes, and for sideways scroll. */
import { fileURLToPath } from 'node:url'
import { type Api, createPerson, demo } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'
import {
  availability,
  button,
  conversations,
  expectAccessible,
  findIds,
  openScreen,
  routes,
  type Screen,
  text,
  type Visitor,
} from '../steps/accessibility.ts'
import { addAcceptedRequest, addBooking, addCaregiver } from '../steps/bookings.ts'
import { log } from '../steps/chat.ts'
import { chooseFiles, openCardPage } from '../steps/screens.ts'

const narrowest = 320
const picture = fileURLToPath(new URL('../files/document.png', import.meta.url))
const widths = [390, 1440] as const
const visitors = ['visitor', 'family', 'caregiver', 'admin', 'pendingCaregiver'] as const

// axe would measure the contrast of elements that are still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const press = (name: string | RegExp) => (page: Page) => button(name)(page).click()
/** Presses a button until its dialog opens: a page that the server has drawn reacts once it has hydrated. */
const openDialog = (name: string | RegExp) => async (page: Page) => {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(dialog).toHaveCount(0)
  await expect(async () => {
    if (await dialog.isHidden()) await button(name)(page).click({ timeout: 5_000 })
    await expect(dialog).toBeVisible({ timeout: 5_000 })
  }).toPass()
}
const account = press(/^Account/)
const notifications = press(/^Notifications/)

/** What to open on a route, in turn; Escape closes each. Other states of a route open nothing. */
const openings: Record<string, readonly ((page: Page) => Promise<void>)[]> = {
  '/signup': [press('Sign up')],
  '/login': [press('Log In')],
  '/verify-email': [press('Resend Verification')],
  '/forgot-password': [press('Send Reset Link')],
  '/reset-password?token=any': [press('Reset Password')],
  '/staff/accept?token=any': [press('Join')],
  '/admin/staff': [openDialog('Invite')],
  '/stop-recovery?token=any': [press(/^This wasn’t me/)],
  '/help': [(page) => page.getByText('When do I pay?').click()],
  '/contact': [press('Send Message')],
  '/caregivers': [openCountry, openFilters],
  '/caregivers/3': [openDialog('Background check')],
  '/caregiver/2/book': [chooseWindows],
  '/requests': [account, notifications],
  '/caretaker/profile': [cropPhoto],
  '/my-reviews': [openDialog(/^Write a review/)],
  '/chat?caregiverId=2': [press(/^More about/)],
  '/caretaker/disputes': [openDialog(/^Close Dispute/), press(/^All Types/)],
  '/caretaker/disputes/add': [press('Create Dispute'), openBookings],
  '/caregiver/profile': [openDialog('Change Photo'), openLanguages, openDialog('Start a background check')],
  [availability]: [
    editDay,
    press('Add calendar'),
    openDialog(/^Copy to other days/),
    openDialog(/^Close this day/),
    openDialog(/^Remove (Mon|Tue|Wed|Thu|Fri|Sat|Sun|Every)/),
    openBookedDay,
    leaveTyped,
  ],
  '/requests/incoming': [account, notifications, openDialog('Reject')],
  '/caregiver/wallet': [press('Withdraw')],
  '/account': [
    press('Change Password'),
    openDialog('Get a new address'),
    openDialog('Set up an app'),
    // Each log-in through the API is a session.
    openDialog(/^Log out /),
  ],
  '/admin': [
    account,
    notifications,
    openDialog(/^Reject (?!selected)/),
    rejectSeveral,
    openDialog(/^Joined/),
    deactivate,
    (page) => page.getByRole('tab', { name: /^Flagged/ }).click(),
    (page) => page.getByRole('tab', { name: /^Changes/ }).click(),
    (page) => page.getByRole('tab', { name: /^Background checks/ }).click(),
  ],
  '/admin/disputes': [press(/Status/)],
  '/admin/disputes/:dispute': [
    openDialog('Escalate Dispute'),
    openDialog('Reject Dispute'),
    escalateAndClose,
  ],
  '/admin/bookings/:booking': [openCancellation],
  '/admin/people/:caregiver': [openDialog(/^Revoke|^Reject/)],
  '/admin/analytics': [openDialog('Period: Last 30 days')],
}

/** Other states of routes: empty lists, filters, failures. */
const states: Record<Visitor, readonly Screen[]> = {
  visitor: [
    {
      path: `/caregivers?available_on=${inDays(3)}&start=20:00&end=02:00`,
      ready: button(/^Remove the filter Available on/),
    },
    { path: '/caregivers?country=France&min_rate=999', ready: text(/^Without From/) },
    { path: '/caregivers?q=zzzzqq', ready: text('No caregivers found') },
    { path: '/caregivers/999999', ready: text('Failed to load caregiver') },
  ],
  family: [
    { path: '/checkout/999999', ready: text('Only the request owner can pay') },
    { path: '/payments/999999/receipt', ready: text('Failed to load receipt') },
    { path: '/caretaker/disputes/999999', ready: text('Failed to load dispute') },
    {
      path: '/chat?caregiverId=2',
      ready: (page) => page.getByRole('textbox', { name: /^Message to/ }),
    },
    { path: '/chat?conversationId=999999', ready: text('Conversation not found') },
  ],
  caregiver: [
    { path: '/caretakers/999999', ready: text('Failed to load caretaker profile') },
    { path: '/chat', ready: conversations },
    { path: '/caregiver/disputes?q=zzzzqq', ready: text('No disputes found') },
  ],
  admin: [{ path: '/admin/disputes/999999', ready: text('Failed to load dispute') }],
  pendingCaregiver: [
    { path: '/caregiver/profile', ready: text('Pending Verification') },
    { path: '/caregiver/availability', ready: text('Your profile is pending admin verification') },
  ],
}

for (const person of visitors) {
  for (const width of widths) {
    test(`all screens of ${person} are accessible at ${width} px`, async ({ openPage, api }) => {
      const session = person === 'visitor' ? null : await api.logIn(demo[person])
      const ids = await findIds(api, person, session)
      if (person === 'admin') ids.dispute = await addDispute(api)
      if (person === 'caregiver') await api.logIn(demo.caregiver)
      const page = await openPage(session, { viewport: { width, height: 900 } })
      for (const screen of [...routes[person], ...states[person]]) {
        await openScreen(page, screen, ids)
        await expectAccessible(page, screen.path)
        if (width < 1000) await expectNoSidewaysScroll(page, screen.path, width)
        for (const [index, open] of findOpenings(person, screen).entries()) {
          await open(page)
          await expectAccessible(page, `${screen.path}, opened ${index + 1}`)
          await page.keyboard.press('Escape')
        }
      }
      if (person === 'caregiver') {
        await openConversation(page)
        await expectAccessible(page, 'a conversation')
      }
    })
  }
}

for (const person of visitors) {
  test(`all screens of ${person} are accessible in the dark theme`, async ({ openPage, api }) => {
    const session = person === 'visitor' ? null : await api.logIn(demo[person])
    const ids = await findIds(api, person, session)
    const page = await openPage(session, { colorScheme: 'dark', viewport: { width: 820, height: 1180 } })
    for (const screen of [...routes[person], ...states[person]]) {
      await openScreen(page, screen, ids)
      await expectAccessible(page, `${screen.path} in the dark theme`)
      const [open] = person === 'admin' ? [] : findOpenings(person, screen)
      if (!open) continue
      await open(page)
      await expectAccessible(page, `${screen.path}, opened, in the dark theme`)
    }
  })
}

test('the phone menus are accessible', async ({ page, openPage, api }) => {
  const viewport = { width: narrowest, height: 800 }
  await page.setViewportSize(viewport)
  await page.goto('/')
  // The button does nothing before the page has hydrated.
  await expect(async () => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await expectAccessible(page, 'the site’s menu')
  const admin = await openPage(await api.logIn(demo.admin), { viewport })
  await admin.goto('/admin')
  await admin.getByRole('button', { name: 'Sidebar' }).click()
  await expectAccessible(admin, 'the console’s menu')
  await expectNoSidewaysScroll(admin, '/admin', narrowest)
})

test('the sandbox payment pages are accessible in both themes', async ({ openPage, api }) => {
  const viewport = { width: narrowest, height: 800 }
  const family = await api.register(createPerson('Anna'))
  const caregiver = await addCaregiver(api, 'Berta')
  const page = await openPage(family, { viewport })
  await openCardPage(page, (await addAcceptedRequest(api, family, caregiver)).id)
  await press(/^Pay \$/)(page)
  await expect(page.getByText('Your card number is invalid.')).toBeVisible()
  await expectAccessible(page, 'the card page')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'the card page in the dark theme')
  await expectNoSidewaysScroll(page, 'the card page', narrowest)

  const link = await api.call<{ url: string }>(caregiver, 'POST', '/api/payouts/onboarding-link')
  await page.goto(link.url)
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

function findOpenings(person: Visitor, screen: Screen) {
  return routes[person].includes(screen) ? (openings[screen.path] ?? []) : []
}

async function expectNoSidewaysScroll(page: Page, where: string, width: number): Promise<void> {
  await page.setViewportSize({ width: narrowest, height: 800 })
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(narrowest)
  const reach = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(reach, `${where} at ${narrowest} px`).toBe(narrowest)
  await page.setViewportSize({ width, height: 900 })
}

/** @returns the id of a new dispute */
async function addDispute(api: Api): Promise<number> {
  const family = await api.register(createPerson('Dora'))
  const booking = await addBooking(api, family, await addCaregiver(api, 'Emma'))
  const data = { booking_request: booking.id, type: 'schedule', reason: 'They left two hours early' }
  return (await api.call<{ id: number }>(family, 'POST', '/api/disputes/', data)).id
}

async function openBookings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Select booking/ }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
}

async function openCountry(page: Page): Promise<void> {
  const select = page.getByRole('button', { name: /Country/ })
  if (await select.isVisible()) await select.click()
}

async function openFilters(page: Page): Promise<void> {
  if (await button(/^Filters/)(page).isVisible()) await openDialog(/^Filters/)(page)
}

async function chooseWindows(page: Page): Promise<void> {
  await button(/free$/)(page).click()
  await button(/[AP]M – /)(page).click()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1)
}

async function cropPhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change Photo' }).click()
  await chooseFiles(page, 'Choose a file: Photo', picture)
  await expect(page.getByRole('slider', { name: 'Zoom' })).toBeVisible()
}

async function openLanguages(page: Page): Promise<void> {
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
  await expect(page.getByRole('group', { name: 'Time window 1' })).toBeVisible()
}

async function openBookedDay(page: Page): Promise<void> {
  const booked = page.getByRole('button', { name: /, (booked|full)$/ })
  // The demo's bookings are in the next weeks, all of which may be in this month.
  if ((await booked.count()) === 0) await button('Previous month')(page).click()
  await booked.first().click()
  await expect(page.getByText(/^Families have booked/).first()).toBeVisible()
}

/** Leaves a day with unsaved hours, then the screen. */
async function leaveTyped(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a time window' }).click()
  await button('Next month')(page).click()
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

async function openCancellation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByRole('alertdialog').getByText(/^Back to /)).toBeVisible()
}

async function escalateAndClose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Escalate Dispute' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Escalate Dispute' }).click()
  await page.getByRole('button', { name: 'Close Dispute' }).click()
  await expect(page.getByLabel(/^Refund to/)).toBeVisible()
}

async function openConversation(page: Page): Promise<void> {
  await page.goto('/chat')
  await conversations(page).getByRole('link').last().click()
  await expect(log(page)).toBeVisible()
}
