import { AxeBuilder } from '@axe-core/playwright'
import { addMonths, toLocalDate } from '@tendwell/contract/time'
import { type Api, demo, type Session } from '../api.ts'
import { expect, type Page } from '../fixtures.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

export type Visitor = keyof typeof demo | 'visitor'

/** A screen to check: its path, and what shows that it has loaded. */
export interface Screen {
  /** A part such as `:dispute` is an id from the demo data. */
  path: string
  ready: (page: Page) => ReturnType<Page['getByText']>
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name })
export const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first()
/** Not in the header: a notification in its closed menu may say the same. */
export const text = (content: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByText(content).first()
const overview = (page: Page) =>
  page.getByRole('region', { name: 'Your overview' }).getByRole('heading', { level: 3 })
const notifications = (page: Page) => page.getByRole('list', { name: 'Notifications', exact: true })
const firstArticle = (page: Page) => page.getByRole('article').first()
export const conversations = (page: Page) => page.getByRole('list', { name: 'Conversations' })

const nextMonth = addMonths(toLocalDate(Date.now(), 'America/New_York'), 1).slice(0, 7)
/** Of next month: the last days of this one may all be closed. */
export const availability = `/caregiver/availability?month=${nextMonth}`

/** Each route as someone who may see it. */
export const routes: Record<Visitor, readonly Screen[]> = {
  visitor: [
    { path: '/', ready: heading('Where Luxury Meets Care') },
    { path: '/signup', ready: heading('Registration') },
    { path: '/login', ready: heading('Log In') },
    { path: '/verify-email', ready: heading('Verify Your Email') },
    { path: '/verify-email?token=any', ready: button('Continue Here') },
    { path: '/forgot-password', ready: heading('Forgot Password?') },
    { path: '/reset-password?token=any', ready: heading('Reset Password') },
    { path: '/stop-recovery?token=any', ready: button(/^This wasn’t me/) },
    { path: '/staff/accept?token=any', ready: heading('Join the staff') },
    { path: '/help', ready: heading('Frequently asked questions') },
    { path: '/terms', ready: heading('Terms of Use') },
    { path: '/account/closed', ready: heading('Your account is closed') },
    { path: '/reopen-account', ready: heading('Keep your account?') },
    { path: '/privacy', ready: heading('Privacy') },
    { path: '/unsubscribe', ready: heading('Unsubscribe') },
    { path: '/confirm-email-change', ready: heading('Confirm your new email') },
    { path: '/end-session?token=any', ready: heading('Don’t recognize this login?') },
    { path: '/contact', ready: heading('Contact us') },
    { path: '/caregivers', ready: text(/^\d+ caregivers/) },
    { path: '/caregivers/2', ready: text(/from \d+ famil/) },
    { path: '/caregivers/3', ready: button('Background check') },
  ],
  family: [
    { path: '/', ready: overview },
    { path: '/caregiver/2/book', ready: button(/free$/) },
    { path: '/requests', ready: firstArticle },
    { path: '/checkout/:unpaid', ready: button(/^Pay /) },
    { path: '/payments/success?request_id=999999', ready: text('No payment yet') },
    { path: '/payments/history', ready: (page) => page.getByRole('link', { name: /^Receipt/ }).first() },
    { path: '/payments/:paid/receipt', ready: text(/^Receipt #/) },
    { path: '/bookings', ready: firstArticle },
    { path: '/bookings/:booking', ready: heading(/^Booking with /) },
    { path: '/caretaker/profile', ready: button('Save Children') },
    { path: '/favorites', ready: button(/^Save .* to your favorites/) },
    { path: '/my-reviews', ready: button(/^Write a review/) },
    { path: '/caretaker/disputes', ready: firstArticle },
    { path: '/caretaker/disputes/add', ready: button('Create Dispute') },
    { path: '/caretaker/disputes/:dispute', ready: text(/was refunded/) },
    { path: '/caretaker/disputes/:open', ready: button('Send answer') },
    { path: '/chat', ready: conversations },
    { path: '/notifications', ready: notifications },
  ],
  caregiver: [
    { path: '/', ready: overview },
    { path: '/caregiver/profile', ready: button('Save Profile') },
    { path: availability, ready: button(/, (open|booked)$/) },
    { path: '/requests/incoming', ready: firstArticle },
    { path: '/caregiver/bookings', ready: firstArticle },
    { path: '/caregiver/bookings/:booking', ready: heading(/^Booking with /) },
    { path: '/caretakers/62', ready: heading('Clara Lindqvist') },
    { path: '/caregiver/wallet', ready: button(/^Copy payout ID/) },
    { path: '/caregiver/wallet/statements/2026-01', ready: text('No entries yet.') },
    { path: '/account', ready: button('Set up an app') },
    { path: '/account/close', ready: text('Right away') },
    { path: '/caregiver/disputes', ready: text(/^Dispute from/) },
    { path: '/caregiver/disputes/:dispute', ready: text(/was refunded/) },
    { path: '/caregiver/disputes/:open', ready: button('Choose files: Add evidence') },
  ],
  admin: [
    { path: '/admin', ready: button(/^Verify /) },
    { path: '/admin/disputes', ready: (page) => page.getByRole('link', { name: /^DPT-/ }).first() },
    { path: '/admin/disputes/:dispute', ready: text('Dispute Status Management') },
    { path: '/admin/reports', ready: text(/^(No reports|\d+ reports? in total)$/) },
    { path: '/admin/reports/:report', ready: button('Take action') },
    {
      path: '/admin/requests',
      ready: (page) => page.getByRole('table', { name: 'Requests' }).getByText('Submitted').first(),
    },
    { path: '/admin/bookings/:booking', ready: button('Cancel booking') },
    { path: '/admin/people/:caregiver', ready: (page) => page.getByRole('region', { name: 'Verification' }) },
    {
      path: '/admin/verification/:caregiver',
      ready: (page) => page.getByRole('region', { name: 'What families see' }),
    },
    {
      path: '/admin/people/:family',
      ready: (page) => page.getByRole('region', { name: 'Bookings and disputes' }),
    },
    { path: '/admin/payments', ready: (page) => page.getByRole('table', { name: 'Payments' }) },
    { path: '/admin/payouts', ready: (page) => page.getByRole('table', { name: 'Payouts' }) },
    { path: '/admin/two-step-recoveries', ready: text('No open requests') },
    { path: '/admin/staff', ready: (page) => page.getByRole('table', { name: 'Staff' }) },
    { path: '/admin/audit', ready: (page) => page.getByRole('table', { name: 'Audit log' }) },
    { path: '/admin/erasures', ready: text(/^(No erased accounts|\d+ accounts? in total)$/) },
    { path: '/admin/analytics', ready: (page) => page.locator('canvas').last() },
    { path: '/admin/reconciliation', ready: heading('Reconciliation') },
    { path: '/admin/jobs', ready: text('No failed jobs') },
  ],
  pendingCaregiver: [],
}

/** Opens a screen and waits until it has loaded. @param ids the values of `:unpaid`, `:paid`, `:booking` and `:dispute` */
export async function openScreen(page: Page, { path, ready }: Screen, ids: Record<string, number>) {
  await page.goto(path.replace(/:(\w+)/, (_, name) => String(ids[name])))
  await expect(ready(page)).toBeVisible()
}

/** @returns the demo's records for the paths of a person's screens */
export async function findIds(
  api: Api,
  person: Visitor,
  session: Session | null,
): Promise<Record<string, number>> {
  const first = async (path: string, isWanted: (row: Row) => boolean = () => true) => {
    const { results } = await api.call<{ results: Row[] }>(session, 'GET', path)
    const row = results.find(isWanted)
    return row?.id ?? row?.request_id ?? 0
  }
  if (person === 'family') {
    return {
      unpaid: await first(
        '/api/requests/mine/?page_size=100',
        (row) => row.status === 'accepted' && !row.is_paid,
      ),
      paid: await first('/api/payments/mine?page_size=100', ({ status }) => status === 'succeeded'),
      booking: await first('/api/requests/bookings/caretaker/'),
      dispute: await first('/api/disputes/mine/?status=closed'),
      open: await first('/api/disputes/mine/?status=escalated'),
    }
  }
  if (person === 'caregiver') {
    return {
      booking: await first('/api/requests/bookings/caregiver/'),
      dispute: await first('/api/disputes/assigned-to-me/?status=closed'),
      open: await first('/api/disputes/assigned-to-me/?status=escalated'),
    }
  }
  if (person === 'admin') {
    const now = await api.advanceClock(0)
    return {
      dispute: await first('/api/admin-panel/disputes/'),
      // Tests open disputes about bookings of two demo families and of their own, which can't be canceled then.
      booking: await first(
        '/api/admin-panel/requests/?page_size=100',
        (row) =>
          row.is_paid &&
          !row.is_canceled &&
          /^(?!family@|kate\.and\.tom\.harding@).*@demo\.tendwell\.test$/.test(row.caretaker_email ?? '') &&
          Date.parse(row.starts_at ?? '') > now,
      ),
      caregiver: await first('/api/admin-panel/caregivers/'),
      family: await first('/api/admin-panel/users/'),
      report: await addReport(api),
    }
  }
  return {}
}

/** The demo has no reports. A repeat answers the one that is open. */
async function addReport(api: Api): Promise<number> {
  const family = await api.logIn(demo.family)
  const body = { kind: 'profile', id: 2, reason: 'false_information', text: 'This isn’t the person we met.' }
  return (await api.call<{ id: number }>(family, 'POST', '/api/reports/', body)).id
}

interface Row {
  id?: number
  /** Of a booking, which has no id. */
  request_id?: number
  status: string
  is_paid: boolean
  /** Of the console's rows. */
  is_canceled?: boolean
  caretaker_email?: string
  starts_at?: string
}

/** Expects no violation of WCAG 2.2 AA that axe finds. Nothing moves: axe would measure colors that fade in. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // No screen contains a frame, so axe doesn't need its extra page for merging frames.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  // While its list is open, a combo box of React Aria hides the rest of the page from screen readers. Tab closes the list.
  const hidesTheRest = await page.locator('[role=combobox][aria-expanded=true]').count()
  if (hidesTheRest) axe.disableRules('aria-hidden-focus')
  // An open menu of the header covers a part of the page, which was checked without it.
  const isCovered = await page.locator('[aria-expanded=true]:not(main [aria-expanded=true])').count()
  if (isCovered) axe.exclude('main')
  const { violations } = await axe.withTags(tags).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  expect(found, where).toEqual([])
}

/** Expects it in both themes, and leaves the page in the dark one. */
export async function expectAccessibleInBoth(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, where)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, `${where} in the dark theme`)
}
