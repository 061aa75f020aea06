import type {
  BackgroundCheckOverview,
  OwnBackgroundCheck,
} from '@tendwell/contract/background-checks/background-checks'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { expectToast } from '../../../../test/expect.ts'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { BackgroundCheckPanel } from './background-check-panel.tsx'

const minePath = 'get /api/background-checks/mine/'
const checked = ['Identity', 'National criminal records']
const offer = { checked, provider: 'Sandbox Screening', help_url: 'https://screening.test/help' }
const none: BackgroundCheckOverview = {
  offer,
  can_start: true,
  can_start_from: null,
  check: null,
  badge: null,
}
const requested: OwnBackgroundCheck = {
  id: 5,
  status: 'requested',
  checked,
  provider: 'Sandbox Screening',
  requested_at: '2026-06-01T12:00:00Z',
  completed_on: null,
  decision: null,
  identity: null,
  page_url: null,
}
const withCheck = (
  changes: Partial<OwnBackgroundCheck>,
  more: Partial<BackgroundCheckOverview> = {},
): BackgroundCheckOverview => ({ ...none, can_start: false, check: { ...requested, ...changes }, ...more })

beforeEach(() => {
  window.location.hash = ''
})

async function openPanel(overview: BackgroundCheckOverview, route = '/caregiver/profile') {
  answer(minePath, overview)
  const view = renderPage(<BackgroundCheckPanel />, { route, session: sessionOf(caregiver) })
  const panel = await screen.findByRole('region', { name: 'Background check' })
  return { ...view, panel }
}

function watchScrolling() {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  onTestFinished(() => scroll.mockRestore())
  return scroll
}

it('asks the caregiver to agree to the list of checks, then opens the provider’s page', async () => {
  const { user } = await openPanel(none)
  await user.click(await screen.findByRole('button', { name: 'Start a background check' }))
  const dialog = screen.getByRole('dialog', { name: 'Start a background check' })
  for (const name of checked) expect(within(dialog).getByText(name)).toBeInTheDocument()
  expect(within(dialog).getByText(/may read your report at Sandbox Screening/)).toBeInTheDocument()
  expect(within(dialog).queryByText(/^Only you/)).not.toBeInTheDocument()
  const onward = within(dialog).getByRole('button', { name: 'Continue to Sandbox Screening' })
  expect(onward).toBeDisabled()
  await user.click(within(dialog).getByRole('checkbox'))
  const opened = withCheck({ page_url: '#at-provider' })
  answer('post /api/background-checks/', withCheck({}))
  answer(minePath, opened)
  await user.click(onward)
  expect(lastBody()).toEqual({ agreed_to: checked })
  await waitFor(() => expect(window.location.hash).toBe('#at-provider'))
})

it('says why a check could not be started', async () => {
  const { user } = await openPanel(none)
  await user.click(await screen.findByRole('button', { name: 'Start a background check' }))
  await user.click(screen.getByRole('checkbox'))
  answer('post /api/background-checks/', { detail: 'The list of checks has changed.', code: 'conflict' }, 409)
  await user.click(screen.getByRole('button', { name: 'Continue to Sandbox Screening' }))
  await expectToast('The list of checks has changed.')
  expect(sentWrites()).toEqual(['POST /api/background-checks/'])
  expect(window.location.hash).toBe('')
})

it('links back to a page that is still open', async () => {
  const { user } = await openPanel(withCheck({ page_url: '#at-provider' }))
  await user.click(await screen.findByRole('button', { name: 'Continue at Sandbox Screening' }))
  expect(window.location.hash).toBe('#at-provider')
})

const badge = {
  checked,
  provider: 'Sandbox Screening',
  completed_on: '2026-06-01',
  valid_until: '2027-06-01',
  reviewed_by_us: false,
}
it.each([
  ['In progress', /can take a few days/, withCheck({ status: 'started' })],
  ['Under review', /doesn’t mean that anything is wrong/, withCheck({ status: 'needs_review' })],
  ['No badge', /decided not to show it/, withCheck({ status: 'needs_review', decision: 'declined' })],
  ['Clear', /^Families see a badge on your page until/, withCheck({ status: 'clear' }, { badge })],
  ['Clear', /^Families see a badge/, withCheck({ status: 'needs_review', decision: 'accepted' }, { badge })],
  ['Clear', /no longer counts/, withCheck({ status: 'clear' }, { can_start: true })],
  ['Not completed', /couldn’t complete/, withCheck({ status: 'canceled' }, { can_start: true })],
  ['Expired', /no longer open/, withCheck({ status: 'expired' }, { can_start: true })],
])('shows %s: %s', async (pill, text, overview) => {
  const { panel } = await openPanel(overview)
  expect(await within(panel).findByText(pill)).toBeInTheDocument()
  expect(within(panel).getByText(text)).toBeInTheDocument()
  const start = within(panel).queryByRole('button', { name: 'Start a new check' })
  expect(start !== null).toBe(overview.can_start)
})

it('scrolls to the panel on the way back from the provider, and announces the result', async () => {
  const scroll = watchScrolling()
  const { panel, returnToTab } = await openPanel(
    withCheck({ status: 'started' }),
    '/caregiver/profile#background-check',
  )
  await waitFor(() => expect(panel).toHaveFocus())
  expect(scroll.mock.contexts).toEqual([panel])
  const status = within(panel).getByRole('status')
  expect(status).toHaveTextContent(/can take a few days/)
  answer(minePath, withCheck({ status: 'clear' }, { badge }))
  await returnToTab()
  await waitFor(() => expect(status).toHaveTextContent(/^Families see a badge on your page/))
  expect(scroll).toHaveBeenCalledTimes(1)
})

it('stays at the top without that address', async () => {
  const scroll = watchScrolling()
  const { panel } = await openPanel(withCheck({ status: 'started' }))
  expect(await within(panel).findByText(/can take a few days/)).toBeInTheDocument()
  expect(scroll).not.toHaveBeenCalled()
})

it('says where to correct a declined report, and when a new check can start', async () => {
  const declined = { status: 'needs_review', decision: 'declined' } as const
  const { panel } = await openPanel(withCheck(declined, { can_start_from: '2027-06-02' }))
  expect(await within(panel).findByText(/start a new check from Jun 2, 2027/)).toBeInTheDocument()
  expect(await within(panel).findByRole('link', { name: /^copies and corrections/ })).toHaveAttribute(
    'href',
    'https://screening.test/help',
  )
  expect(within(panel).getByRole('link', { name: 'contact us' })).toHaveAttribute('href', '/contact')
})

it('shows nothing where checks are off', async () => {
  const { panel } = await openPanel({ ...none, offer: null, can_start: false })
  await waitFor(() => expect(panel).not.toBeInTheDocument())
})

it('says that it could not be loaded', async () => {
  answer(minePath, {}, 500)
  renderPage(<BackgroundCheckPanel />, { session: sessionOf(caregiver) })
  expect(await screen.findByText('Failed to load your background check')).toBeInTheDocument()
})
