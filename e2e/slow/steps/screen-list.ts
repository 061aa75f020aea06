/** Every screen, as someone who may see it, with what opens on it. */
import { fileURLToPath } from 'node:url'
import { NAME_MAXIMUM } from '@tendwell/contract/people/names'
import { type Api, createPerson, demo, type Person, type Session } from '../../api.ts'
import { expect, type Page } from '../../fixtures.ts'
import { addBooking, addCaregiver } from '../../steps/bookings.ts'
import { log } from '../../steps/chat.ts'
import { expectFits } from '../../steps/layout.ts'
import { chooseFiles } from '../../steps/screens.ts'

export type Visitor = keyof typeof demo | 'visitor'

/** Opens something on a screen. Escape closes it. */
type Opening = (page: Page) => Promise<void>

export interface Screen {
  /** A part such as `:dispute` is an id from `findIds`. */
  path: string
  /** What shows that it has loaded. */
  ready: (page: Page) => ReturnType<Page['getByText']>
  openings?: readonly Opening[]
}

const picture = fileURLToPath(new URL('../../files/document.png', import.meta.url))

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name })
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first()
/** Not in the header: a notification in its closed menu may say the same. */
const text = (content: string | RegExp) => (page: Page) => page.getByRole('main').getByText(content).first()
const region = (name: string) => (page: Page) => page.getByRole('region', { name })
const table = (name: string) => (page: Page) => page.getByRole('table', { name })
const overview = (page: Page) => region('Your overview')(page).getByRole('heading', { level: 2 })
const notifications = (page: Page) => page.getByRole('list', { name: 'Notifications', exact: true })
const firstArticle = (page: Page) => page.getByRole('article').first()
const conversations = (page: Page) => page.getByRole('list', { name: 'Conversations' })

const press = (name: string | RegExp) => (page: Page) => button(name)(page).click()
const pressTab = (name: RegExp) => (page: Page) => page.getByRole('tab', { name }).click()
const openDialog = (name: string | RegExp) => async (page: Page) => {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  // One that is closing still takes the press.
  await expect(dialog).toHaveCount(0)
  await press(name)(page)
  await expect(dialog).toBeVisible()
}
const openAccount = press(/^Account/)
const openNotifications = press(/^Notifications/)

export const screens: Record<Visitor, readonly Screen[]> = {
  visitor: [
    { path: '/', ready: heading('Where Luxury Meets Care'), openings: [openMenu] },
    { path: '/welcome', ready: heading('Where Luxury Meets Care') },
    { path: '/signup', ready: heading('Registration'), openings: [press('Sign up')] },
    { path: '/login', ready: heading('Log In'), openings: [press('Log In')] },
    {
      path: '/verify-email',
      ready: heading('Verify Your Email'),
      openings: [press('Resend Verification')],
    },
    { path: '/verify-email?token=any', ready: button('Continue Here') },
    { path: '/forgot-password', ready: heading('Forgot Password?'), openings: [press('Send Reset Link')] },
    {
      path: '/reset-password?token=any',
      ready: heading('Reset Password'),
      openings: [press('Reset Password')],
    },
    {
      path: '/stop-recovery?token=any',
      ready: button(/^This wasn’t me/),
      openings: [press(/^This wasn’t me/)],
    },
    { path: '/staff/accept?token=any', ready: heading('Join the staff'), openings: [press('Join')] },
    {
      path: '/help',
      ready: heading('Frequently asked questions'),
      openings: [(page) => page.getByText('When do I pay?').click()],
    },
    { path: '/terms', ready: heading('Terms of Use') },
    { path: '/account/closed', ready: heading('Your account is closed') },
    { path: '/reopen-account', ready: heading('Keep your account?') },
    { path: '/privacy', ready: heading('Privacy') },
    { path: '/unsubscribe', ready: heading('Unsubscribe') },
    { path: '/reference?token=any', ready: heading('This link is not valid') },
    { path: '/confirm-email-change', ready: heading('Confirm your new email') },
    { path: '/end-session?token=any', ready: heading('Don’t recognize this login?') },
    { path: '/not-me?token=any', ready: heading('This wasn’t you?') },
    { path: '/leaving?to=https%3A%2F%2Fexample.test%2Fa', ready: heading('You’re leaving Tendwell') },
    { path: '/contact', ready: heading('Contact us'), openings: [press('Send Message')] },
    {
      path: '/caregivers',
      ready: text(/^\d+ caregivers/),
      openings: [openDialog(/^Filters/), openCountry],
    },
    {
      path: '/caregivers?available_on=2027-05-15&start=20:00&end=02:00',
      ready: button(/^Remove the filter Available on/),
    },
    { path: '/caregivers?country=France&min_rate=999', ready: text(/^At any rate/) },
    { path: '/caregivers?q=zzzzqq', ready: text('No caregivers found') },
    { path: '/caregivers/2', ready: text(/from \d+ famil/) },
    {
      path: '/caregivers/3',
      ready: button('Background check'),
      openings: [openDialog('Background check')],
    },
    { path: '/caregivers/999999', ready: text('Failed to load caregiver') },
  ],
  family: [
    { path: '/', ready: overview },
    { path: '/caregiver/2/book', ready: button(/free$/), openings: [chooseWindows, askOthers] },
    { path: '/caregivers/2', ready: button('Meet First'), openings: [openDialog('Meet First')] },
    { path: '/requests', ready: firstArticle, openings: [openAccount, openNotifications] },
    { path: '/checkout/:unpaid', ready: button(/^Pay /) },
    { path: '/checkout/999999', ready: text('Only the request owner can pay') },
    { path: '/payments/success?request_id=999999', ready: text('No payment yet') },
    { path: '/payments/history', ready: (page) => page.getByRole('link', { name: /^Receipt/ }).first() },
    { path: '/payments/:paid/receipt', ready: text(/^Receipt #/) },
    { path: '/payments/999999/receipt', ready: text('Failed to load receipt') },
    { path: '/bookings', ready: firstArticle },
    {
      path: '/bookings/:ahead',
      ready: heading(/^Booking with /),
      openings: [openDialog('Change')],
    },
    { path: '/caretaker/profile', ready: button('Save Children'), openings: [cropPhoto] },
    { path: '/favorites', ready: button(/^Save .* to your favorites/) },
    {
      path: '/my-reviews',
      ready: button(/^Write a review/),
      openings: [openDialog(/^Write a review/)],
    },
    {
      path: '/caretaker/disputes',
      ready: firstArticle,
      openings: [openDialog(/^Close Dispute/), press(/^All Types/)],
    },
    {
      path: '/caretaker/disputes/add',
      ready: button('Create Dispute'),
      openings: [press('Create Dispute'), openBookings],
    },
    { path: '/caretaker/disputes/:dispute', ready: text(/^Refund(ed| on its way): /) },
    { path: '/caretaker/disputes/:open', ready: button('Send answer') },
    { path: '/caretaker/disputes/999999', ready: text('Failed to load dispute') },
    { path: '/chat', ready: conversations },
    {
      path: '/chat?caregiverId=2',
      ready: (page) => page.getByRole('textbox', { name: /^Message to/ }),
      openings: [press(/^More about/)],
    },
    { path: '/chat?conversationId=999999', ready: text('Conversation not found') },
    { path: '/notifications', ready: notifications },
  ],
  caregiver: [
    { path: '/', ready: overview },
    {
      path: '/caregiver/profile',
      ready: button('Save Profile'),
      openings: [
        openDialog('Change Photo'),
        openLanguages,
        openDialog('Start a background check'),
        openDialog('Add a reference'),
      ],
    },
    {
      path: '/caregiver/availability',
      ready: button(/, (open|booked)$/),
      openings: [
        editDay,
        press('Add calendar'),
        openDialog(/^Copy to other days/),
        openDialog(/^Close this day/),
        openDialog(/^Remove (Mon|Tue|Wed|Thu|Fri|Sat|Sun|Every)/),
        openBookedDay,
        press('Change weekly hours'),
        leaveTyped,
      ],
    },
    {
      path: '/requests/incoming',
      ready: firstArticle,
      openings: [openAccount, openNotifications, openDialog('Reject')],
    },
    {
      path: '/caregivers/2',
      ready: button(/^Answer the review by /),
      openings: [openDialog(/^Answer the review by /)],
    },
    { path: '/caregiver/bookings', ready: firstArticle },
    { path: '/caregiver/bookings/:booking', ready: heading(/^Booking with /) },
    { path: '/caretakers/62', ready: heading('Clara Lindqvist') },
    { path: '/caretakers/999999', ready: text('Failed to load caretaker profile') },
    { path: '/caregiver/wallet', ready: button(/^Copy payout ID/), openings: [press('Withdraw')] },
    { path: '/caregiver/wallet/statements/2026-01', ready: text('No entries yet.') },
    {
      path: '/account',
      ready: button('Set up an app'),
      openings: [
        press('Change Password'),
        press('Show address'),
        openDialog('Get a new address'),
        openDialog('Set up an app'),
        openDialog(/^Log out /),
      ],
    },
    { path: '/account/close', ready: text('Right away') },
    { path: '/caregiver/disputes', ready: text(/^Dispute from/) },
    { path: '/caregiver/disputes?q=zzzzqq', ready: text('No disputes found') },
    { path: '/caregiver/disputes/:dispute', ready: text(/on hold goes to/) },
    { path: '/caregiver/disputes/:open', ready: button('Choose files: Add evidence') },
    { path: '/chat', ready: conversations, openings: [openConversation] },
  ],
  admin: [
    {
      path: '/admin',
      ready: button(/^Verify /),
      openings: [
        openSidebar,
        openAccount,
        openNotifications,
        openDialog(/^Reject (?!selected)/),
        rejectSeveral,
        openDialog(/^Joined/),
        deactivate,
        pressTab(/^Flagged/),
        pressTab(/^Changes/),
        pressTab(/^Background checks/),
      ],
    },
    {
      path: '/admin/disputes',
      ready: (page) => page.getByRole('link', { name: /^DPT-/ }).first(),
      openings: [press(/Status/)],
    },
    {
      path: '/admin/disputes/:dispute',
      ready: text('Dispute Status Management'),
      openings: [openDialog('Escalate Dispute'), openDialog('Reject Dispute'), escalateAndClose],
    },
    { path: '/admin/disputes/999999', ready: text('Failed to load dispute') },
    { path: '/admin/reports', ready: text(/^(No reports|\d+ reports? in total)$/) },
    { path: '/admin/reports/:report', ready: button('Take action') },
    { path: '/admin/requests', ready: (page) => table('Requests')(page).getByText('Submitted').first() },
    { path: '/admin/bookings/:booking', ready: button('Cancel booking'), openings: [openCancellation] },
    {
      path: '/admin/people/:caregiver',
      ready: region('Verification'),
      openings: [openDialog(/^Revoke|^Reject/)],
    },
    { path: '/admin/verification/:caregiver', ready: region('What families see') },
    {
      path: '/admin/people/:family',
      ready: region('Bookings and disputes'),
      openings: [openDialog(/^Show$/)],
    },
    { path: '/admin/payments', ready: table('Payments') },
    { path: '/admin/payouts', ready: table('Payouts') },
    { path: '/admin/two-step-recoveries', ready: text('No open requests') },
    { path: '/admin/staff', ready: table('Staff'), openings: [openDialog('Invite')] },
    { path: '/admin/audit', ready: table('Audit log') },
    { path: '/admin/erasures', ready: text(/^(No erased accounts|\d+ accounts? in total)$/) },
    {
      path: '/admin/analytics',
      ready: (page) => page.locator('canvas').last(),
      openings: [openDialog('Period: Last 12 months')],
    },
    { path: '/admin/reconciliation', ready: heading('Reconciliation') },
    { path: '/admin/jobs', ready: text('No failed jobs') },
  ],
  pendingCaregiver: [
    { path: '/caregiver/profile', ready: text('Pending Verification') },
    { path: '/caregiver/availability', ready: text('Your profile is pending admin verification') },
  ],
}

interface Row {
  id?: number
  /** Of a booking, which has no id. */
  request_id?: number
  status: string
  is_paid: boolean
}

/** @returns the records for the paths of a person's screens */
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
      ahead: await first('/api/requests/bookings/caretaker/?when=upcoming'),
      dispute: await first('/api/disputes/mine/?status=closed'),
      open: await first('/api/disputes/mine/?status=escalated'),
    }
  }
  if (person === 'caregiver') {
    // The account page lists it as another device.
    await api.logIn(demo.caregiver)
    return {
      booking: await first('/api/requests/bookings/caregiver/'),
      dispute: await first('/api/disputes/assigned-to-me/?status=closed'),
      open: await first('/api/disputes/assigned-to-me/?status=escalated'),
    }
  }
  if (person === 'admin') {
    return {
      dispute: await addDispute(api),
      booking: (await book(api)).booking.id,
      caregiver: await first('/api/admin-panel/caregivers/'),
      family: await first('/api/admin-panel/users/'),
      report: await addReport(api),
    }
  }
  return {}
}

/** The longest name that the product takes, in one word. */
export const withLongName = (person: Person): Person => ({ ...person, name: 'A'.repeat(NAME_MAXIMUM) })

/** Books a new caregiver for a new family, whose name is as long as can be. */
async function book(api: Api) {
  const family = await api.register(withLongName(createPerson('Dora')))
  return { family, booking: await addBooking(api, family, await addCaregiver(api, 'Emma')) }
}

/** @returns the id of a new dispute */
async function addDispute(api: Api): Promise<number> {
  const { family, booking } = await book(api)
  const data = { booking_request: booking.id, type: 'schedule', reason: 'They left two hours early' }
  return (await api.call<{ id: number }>(family, 'POST', '/api/disputes/', data)).id
}

/** @returns the id of a report by the demo's family; repeating it answers the open one */
async function addReport(api: Api): Promise<number> {
  const family = await api.logIn(demo.family)
  const body = { kind: 'profile', id: 2, reason: 'false_information', text: 'This isn’t the person we met.' }
  return (await api.call<{ id: number }>(family, 'POST', '/api/reports/', body)).id
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
}

async function openSidebar(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sidebar' }).click()
  await expectFits(page, 'the console’s menu')
}

async function openBookings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Select booking/ }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
}

async function openCountry(page: Page): Promise<void> {
  await openDialog(/^Filters/)(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Country/ })
    .click()
  await expect(page.getByRole('option').first()).toBeVisible()
}

async function chooseWindows(page: Page): Promise<void> {
  await button(/free$/)(page).click()
  await button(/[AP]M – /)(page).click()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1)
}

async function askOthers(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Ask others too' }).press('Space')
  await expect(page.getByText(/^(Prices differ\.|No one else who does the same care)/)).toBeVisible()
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
  // The first ones are past.
  await page
    .getByRole('button', { name: /, (booked|full)$/ })
    .last()
    .click()
  await expect(page.getByText(/^These hours stay/).first()).toBeVisible()
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

async function openConversation(page: Page): Promise<void> {
  await conversations(page).getByRole('link').last().click()
  await expect(log(page)).toBeVisible()
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
