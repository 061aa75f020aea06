import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { proofRequired } from '../../../../test/data.ts'
import { expectFieldError } from '../../../../test/expect.ts'
import {
  agreed,
  closing,
  noExport,
  preparing,
  readyExport,
  refusedClosing,
} from '../../../../test/own-data.ts'
import { admin, caregiver, family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, answerLater, lastBody, sentWrites } from '../../../../test/server.ts'
import { formatDay } from '../../../lib/format/format.ts'
import { AccountClosedPage } from '../closing/account-closed-page.tsx'
import { CloseAccountPage } from '../closing/close-account-page.tsx'
import { ReopenAccountPage } from '../closing/reopen-account-page.tsx'
import { ConsentBanner } from './consent-banner.tsx'
import { YourDataPanel } from './your-data-panel.tsx'

const session = sessionOf(family)

describe('the panel “Your data”', () => {
  it('shows that it loads again', async () => {
    answer('get /api/account/export', {}, 500)
    const { press } = renderPage(<YourDataPanel />, { route: '/account', session })
    await screen.findByText('Failed to load your data')
    const release = answerLater('get /api/account/export', noExport)
    await press('Retry')
    const retry = screen.getByRole('button', { name: 'Retry' })
    await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'))
    release()
    await screen.findByText(/A zip file with your profile/)
  })

  it('prepares a copy and says that it takes a while', async () => {
    answer('get /api/account/export', noExport)
    const { press } = renderPage(<YourDataPanel />, { route: '/account', session })
    await screen.findByText(/A zip file with your profile/)
    expect(screen.getAllByText(new RegExp(`Version of ${formatDay(TERMS_VERSION)}`))).toHaveLength(2)
    answer('post /api/account/export', preparing, 202)
    answer('get /api/account/export', preparing)
    await press('Prepare a copy')
    await screen.findByText(/This takes a few minutes/)
    expect(lastBody()).toEqual({ format: 'zip' })
    expect(screen.queryByRole('button', { name: /Prepare/ })).not.toBeInTheDocument()
  })

  it('downloads a copy that is ready, once they confirmed who they are', async () => {
    answer('get /api/account/export', readyExport)
    const { fill, press } = renderPage(<YourDataPanel />, { route: '/account', session })
    await screen.findByRole('button', { name: 'Download (2.2 MB)' })
    expect(screen.getByRole('status')).toHaveTextContent(/You can download it until/)
    const opened: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      opened.push(this.pathname)
    })
    answer('post /api/account/export/link', proofRequired, 403)
    await press('Download (2.2 MB)')
    await screen.findByRole('dialog', { name: 'Enter your password to continue' })
    expect(opened).toEqual([])
    answer('post /api/auth/reauthenticate/', { message: 'Confirmed' })
    answer('post /api/account/export/link', { url: '/api/files/1' })
    await fill('Password', 'a long password 1')
    await press('Confirm')
    await waitFor(() => expect(opened).toEqual(['/api/files/1']))
  })

  it('says that a copy failed, and that the panel could not be loaded', async () => {
    answer('get /api/account/export', { ...preparing, state: 'failed' })
    const { unmount } = renderPage(<YourDataPanel />, { route: '/account', session })
    await screen.findByText('That didn’t work. Please try again.')
    unmount()
    answer('get /api/account/export', {}, 500)
    renderPage(<YourDataPanel />, { route: '/account', session })
    await screen.findByText('Failed to load your data')
  })
})

describe('closing the account', () => {
  it('lists what has to be settled first, and doesn’t offer to close the account', async () => {
    answer('get /api/account/closing', refusedClosing)
    renderPage(<CloseAccountPage />, { route: '/account/close', session })
    const list = await screen.findByRole('list', { name: 'What to settle first' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByRole('region', { name: 'What happens' })).not.toContainElement(list)
    expect(screen.getByRole('link', { name: 'Keep my account' })).toHaveAttribute('href', '/account')
    expect(screen.queryByRole('button', { name: 'Close my account' })).not.toBeInTheDocument()
  })

  it.each([
    [
      family,
      ['/bookings', '/payments/history', '/payments/history', '/caretaker/disputes', '/payments/history'],
    ],
    [
      caregiver,
      [
        '/caregiver/bookings',
        '/caregiver/wallet',
        '/caregiver/wallet',
        '/caregiver/disputes',
        '/caregiver/wallet',
      ],
    ],
    [admin, ['/admin/staff']],
  ])('links each obstacle to where it is settled: $role', async (user, wanted) => {
    const kinds = {
      caretaker: ['bookings', 'money', 'refunds', 'disputes', 'chargebacks'],
      caregiver: ['bookings', 'money', 'payouts', 'disputes', 'chargebacks'],
      admin: ['last_admin'],
    } as const
    const obstacles = kinds[user.role].map((kind) => ({ kind, message: `Settle your ${kind}` }))
    answer('get /api/account/closing', { ...closing, obstacles })
    renderPage(<CloseAccountPage />, { route: '/account/close', session: sessionOf(user) })
    const list = within(await screen.findByRole('list', { name: 'What to settle first' }))
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(wanted)
  })

  it.each([
    [family, false],
    [admin, true],
  ])('says what closing means for a place on the staff: $role', async (user, isStaff) => {
    answer('get /api/account/closing', closing)
    renderPage(<CloseAccountPage />, { route: '/account/close', session: sessionOf(user) })
    await screen.findByText('We email you a link that opens your account again.')
    expect(screen.queryAllByText(/^You leave the staff|^What you did on the staff/)).toHaveLength(
      isStaff ? 2 : 0,
    )
  })

  it('asks for the email, shows a wrong one on its field, and then leaves', async () => {
    answer('get /api/account/closing', closing)
    const { fill, press, address } = renderPage(<CloseAccountPage />, { route: '/account/close', session })
    await screen.findByText('Your 2 open requests are closed.')
    answer(
      'post /api/account/close',
      { email: ['That’s not the email on your account'], code: 'invalid' },
      400,
    )
    await fill('Type your email to confirm', 'someone@else.test')
    await press('Close my account')
    await expectFieldError('Type your email to confirm', 'That’s not the email on your account')
    answer('post /api/account/close', { message: 'Your account is closed', erased_at: closing.erased_at })
    await fill('Type your email to confirm', family.email)
    await press('Close my account')
    await waitFor(() => expect(address()).toBe('/account/closed'))
    expect(lastBody()).toEqual({ email: family.email })
  })

  it('ends on a page that says where the mail went, and until when the account can be opened again', () => {
    const state = { email: family.email, erasedAt: closing.erased_at }
    renderPage(<AccountClosedPage />, { route: '/account/closed', state })
    expect(screen.getByRole('heading', { level: 1, name: 'Your account is closed' })).toBeInTheDocument()
    const main = screen.getByText(/^We emailed a link to/)
    expect(main).toHaveTextContent(family.email)
    expect(main).toHaveTextContent('Dec 8, 2026')
    const contact = screen.getByRole('link', { name: 'Contact us' })
    expect(contact.parentElement).toHaveTextContent('Didn’t get the email? Contact us')
    expect(contact).toHaveAttribute('href', '/contact')
  })

  it('says no more than that an account is closed to someone who opens that page by its address', () => {
    renderPage(<AccountClosedPage />, { route: '/account/closed' })
    expect(screen.getByText(/^We emailed a link that opens it again within 14 days/)).toBeInTheDocument()
  })

  it('sends someone whose account is open away from that page', async () => {
    const { address } = renderPage(<AccountClosedPage />, { route: '/account/closed', session })
    await waitFor(() => expect(address()).toBe('/'))
  })

  it('is undone by a press on the mailed page, also after a failure', async () => {
    const { press } = renderPage(<ReopenAccountPage />, { route: '/reopen-account?token=ours' })
    expect(sentWrites()).toEqual([])
    answer('post /api/account/reopen', {}, 500)
    await press('Keep my account')
    await screen.findByText('Something went wrong on our side. Please try again.')
    answer('post /api/account/reopen', { message: 'Your account is open again', is_active: true })
    await press('Keep my account')
    await screen.findByText('Welcome back')
    expect(lastBody()).toEqual({ token: 'ours' })
  })

  it('is undone for a suspended account too, which says that it stays suspended', async () => {
    const message = 'Nothing will be erased, but this account is suspended until December 1, 2026'
    answer('post /api/account/reopen', { message, is_active: false })
    const { press } = renderPage(<ReopenAccountPage />, { route: '/reopen-account?token=ours' })
    await press('Keep my account')
    await screen.findByText(message)
    expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/contact')
    expect(screen.queryByText('Welcome back')).not.toBeInTheDocument()
  })

  it('cannot be undone by an expired link, which leads to the login', async () => {
    const { press } = renderPage(<ReopenAccountPage />, { route: '/reopen-account?token=ours' })
    answer('post /api/account/reopen', { detail: 'This reopening link has expired', code: 'invalid' }, 400)
    await press('Keep my account')
    await screen.findByText('This reopening link has expired')
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
    expect(screen.queryByRole('button', { name: 'Keep my account' })).not.toBeInTheDocument()
  })
})

describe('the banner about the terms', () => {
  it('asks people who never agreed, until they agree', async () => {
    answer('get /api/account/consents', { terms: null, privacy: null, is_outdated: true })
    const { press } = renderPage(<ConsentBanner />, { route: '/', session })
    const banner = await screen.findByRole('region', { name: 'Our terms' })
    expect(banner).toHaveTextContent(/^Please read our Terms of Use and the Privacy Policy\./)
    answer('post /api/account/consents', agreed)
    await press('Agree')
    await waitFor(() => expect(banner).not.toBeInTheDocument())
    expect(lastBody()).toEqual({ terms_version: TERMS_VERSION, privacy_version: PRIVACY_VERSION })
  })

  it('does not ask people who agreed to the current version', async () => {
    answer('get /api/account/consents', agreed)
    const { store } = renderPage(<ConsentBanner />, { route: '/', session })
    await waitFor(() => expect(JSON.stringify(store.getState())).toContain(agreed.terms?.version))
    expect(screen.queryByRole('button', { name: 'Agree' })).not.toBeInTheDocument()
  })

  it('asks people who agreed to an older version, until they agree', async () => {
    answer('get /api/account/consents', { ...agreed, is_outdated: true })
    const { press } = renderPage(<ConsentBanner />, { route: '/', session })
    await screen.findByRole('region', { name: 'Updated terms' })
    answer('post /api/account/consents', agreed)
    await press('Agree')
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Updated terms' })).not.toBeInTheDocument(),
    )
    expect(lastBody()).toEqual({ terms_version: TERMS_VERSION, privacy_version: PRIVACY_VERSION })
  })
})
