import type { Dispute, Evidence } from '@tendwell/contract/safety/disputes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { dispute } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { caregiver, family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody } from '../../../../test/server.ts'
import { CaregiverDisputePage } from './caregiver-dispute-page.tsx'
import { FamilyDisputePage } from './family-dispute-page.tsx'

const image: Evidence = {
  id: 1,
  url: '/api/files/door',
  kind: 'image',
  caption: 'Evidence file: door.png',
  uploaded_at: '2026-06-01T11:05:00Z',
  uploaded_by_name: 'Fay Hart',
  uploaded_by: 'caretaker',
  bytes: 2_000_000,
}
const notFound = { detail: 'Not found', code: 'not_found' }

describe.each([
  ['family', FamilyDisputePage, '/caretaker/disputes', sessionOf(family), 'fay.hart@example.test'],
  ['caregiver', CaregiverDisputePage, '/caregiver/disputes', sessionOf(caregiver), 'nora.lind@example.test'],
] as const)('for the %s', (name, DisputePage, list, session, own) => {
  const side: Side = name === 'family' ? 'caretaker' : 'caregiver'
  const open = (id = '5') =>
    renderPage(<DisputePage />, { route: `${list}/${id}`, path: `${list}/:disputeId`, session })

  async function openDispute(changes: Partial<Dispute> = {}) {
    const { caretaker, caregiver } = dispute.parties
    const hideOther = (party: typeof caretaker) => ({ ...party, email: party.email === own ? own : null })
    const parties = { caretaker: hideOther(caretaker), caregiver: hideOther(caregiver) }
    answer('get /api/disputes/5/', { ...dispute, parties, ...changes })
    const page = open()
    await screen.findByRole('heading', { name: 'Parties' })
    return page
  }

  it('shows the parties, the reason and the booking, without actions once it has ended', async () => {
    await openDispute({ status: 'closed', ended_at: '2026-06-05T11:00:00Z' })
    expect(screen.getByRole('heading', { level: 1, name: 'DPT-5' })).toBeInTheDocument()
    for (const text of [
      'Fay Hart',
      'Nora Lind',
      'Nora did not come',
      'Closed',
      '#12',
      '3 hours',
      '$126.00',
    ]) {
      expect(screen.getAllByText(text).length).toBeGreaterThan(0)
    }
    expect(screen.getByRole('link', { name: own })).toHaveAttribute('href', `mailto:${own}`)
    expect(screen.getAllByRole('link', { name: /@/ })).toHaveLength(1)
    expect(screen.getByText('No evidence uploaded.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Disputes' })).toHaveAttribute('href', list)
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
    expect(screen.queryByText(/Our team reads both sides/)).not.toBeInTheDocument()
  })

  it('says when the visit was, links to its booking, and says who decides', async () => {
    const canceled = { start_utc: '2026-06-08T13:00:00Z', end_utc: '2026-06-08T16:00:00Z' }
    await openDispute({ booking: { ...dispute.booking, canceled_windows: [canceled] } })
    const booking = within(screen.getByRole('region', { name: 'Booking' }))
    const row = (term: string) => booking.getByText(term).parentElement
    expect(row('Visits')).toHaveTextContent('VisitsJun 1, 2026, 9:00 AM – 12:00 PM')
    expect(row('Canceled')).toHaveTextContent('CanceledJun 8, 2026, 9:00 AM – 12:00 PM')
    expect(booking.getByRole('link', { name: '#12' })).toHaveAttribute(
      'href',
      side === 'caregiver' ? '/caregiver/bookings/12' : '/bookings/12',
    )
    const next = screen.getByText(/^Our team reads both sides and decides\./)
    expect(next).toHaveTextContent(
      side === 'caregiver' ? /Tell us yours below/ : /you can add evidence below/,
    )
  })

  it.each([
    ['submitted', side === 'caretaker'],
    ['escalated', false],
  ] as const)('offers its family to close it while it is %s', async (status, isOffered) => {
    const { press } = await openDispute({ status })
    expect(screen.queryByRole('button', { name: 'Close Dispute DPT-5' }) !== null).toBe(isOffered)
    expect(screen.queryByText(/or close the dispute\./) !== null).toBe(isOffered)
    if (!isOffered) return
    const ended = { ...dispute, status: 'closed', ended_at: '2026-06-05T11:00:00Z' }
    answer('patch /api/disputes/5/close/', ended)
    answer('get /api/disputes/5/', ended)
    await press('Close Dispute DPT-5')
    await press('Close dispute')
    expect(await screen.findByText('No refund')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Close Dispute/ })).not.toBeInTheDocument()
  })

  it('shows the text of another type', async () => {
    await openDispute({ type: 'other', other_type_text: 'A lost key' })
    expect(screen.getByText('Other: A lost key')).toBeInTheDocument()
  })

  it('names evidence by its caption or kind and opens it in a new tab', async () => {
    const nameless = { ...image, id: 2, caption: '' }
    await openDispute({ evidence: [image, nameless, { ...nameless, id: 3, kind: 'pdf' }] })
    const evidence = within(screen.getByRole('region', { name: 'Evidence' }))
    const names = ['Evidence file: door.png', 'Evidence', 'PDF Document']
    for (const name of names) {
      const link = evidence.getByRole('link', { name: `View of ${name} (opens in a new tab)` })
      expect(link).toHaveAttribute('href', 'http://localhost:3000/api/files/door')
      expect(link).toHaveAttribute('target', '_blank')
    }
    expect(evidence.getAllByText(/Image · Fay Hart · Jun 1, 2026/)).toHaveLength(2)
    expect(evidence.getAllByText(/PDF · Fay Hart · Jun 1, 2026/)).toHaveLength(1)
  })

  it('answers our question, and only while the dispute is open', async () => {
    const asked = { id: 3, text: 'When did it end?', asked_at: '2026-06-02T11:00:00Z', answers: [] }
    const questions = [{ ...asked, side: side }]
    const { fill, press } = await openDispute({ questions })
    expect(screen.getByText('Waiting for your answer.')).toBeInTheDocument()
    await press('Send answer')
    const field = screen.getByLabelText(/^Your answer/)
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Answer is required/))
    const answers = [{ id: 1, text: 'At nine', answered_at: '2026-06-02T12:00:00Z' }]
    const answered = { ...dispute, questions: questions.map((question) => ({ ...question, answers })) }
    answer('post /api/disputes/5/answers/', answered, 201)
    answer('get /api/disputes/5/', answered)
    await fill(/^Your answer/, ' At nine ')
    await press('Send answer')
    await expectToast('Answer sent')
    expect(lastBody()).toEqual({ question_id: 3, text: 'At nine' })
    expect(await screen.findByText('At nine')).toBeInTheDocument()
    expect(screen.getByLabelText(/^Add to your answer/)).toHaveValue('')
  })

  it('shows the resolution, and no fields any more', async () => {
    const asked = { id: 3, text: 'When did it end?', asked_at: '2026-06-02T11:00:00Z', answers: [] }
    await openDispute({
      status: 'rejected',
      ended_at: '2026-06-05T11:00:00Z',
      resolution: 'The visit took place.',
      questions: [{ ...asked, side: side }],
    })
    const panel = within(screen.getByRole('region', { name: 'Resolution' }))
    expect(panel.getByText('The visit took place.')).toBeInTheDocument()
    expect(screen.getByText('You didn’t answer.')).toBeInTheDocument()
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
    expect(screen.queryByText('Add evidence')).not.toBeInTheDocument()
  })

  it('adds evidence within the limits of its own side, and keeps a file that failed', async () => {
    const mine = { ...image, uploaded_by: side }
    const { press, user } = await openDispute({ evidence: [mine, { ...image, id: 2 }, { ...mine, id: 4 }] })
    const count = side === 'caretaker' ? 3 : 2
    expect(screen.getByText(`${count}/5 files`)).toBeInTheDocument()
    const input = document.querySelector('input[type=file]') as HTMLInputElement
    await user.upload(input, new File(['x'], 'log.png', { type: 'image/png' }))
    expect(screen.getByText(`${count + 1}/5 files`)).toBeInTheDocument()
    answer('post /api/disputes/5/evidence/', { file: ['Too dark'], code: 'invalid', detail: 'Too dark' }, 400)
    expect(screen.getByText('Not uploaded yet. Only you can see this file.')).toBeInTheDocument()
    await press('Upload 1 file')
    await expectToast('Failed to upload log.png. Too dark')
    answer('post /api/disputes/5/evidence/', { ...mine, id: 9 }, 201)
    await press('Upload 1 file')
    await expectToast('Evidence added')
    expect(screen.queryByRole('button', { name: /^Upload / })).not.toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('group', { name: 'Add evidence' })).toHaveFocus())
  })

  it.each<[string, Partial<Dispute>, string, string]>([
    ['an open dispute', {}, '$100.00 is on hold', 'We’ll keep it on hold until the dispute is resolved.'],
    [
      'a refund',
      { status: 'closed', refund_usd: 40, refunding_usd: 40, ended_at: '2026-06-05T11:00:00Z' },
      'Refund on its way: $40.00 to Fay Hart',
      'It goes to the card they paid with. The remaining $60.00 goes to Nora Lind.',
    ],
    [
      'a refund that was sent',
      { status: 'closed', refund_usd: 40, refunded_usd: 40, ended_at: '2026-06-05T11:00:00Z' },
      'Refunded: $40.00 to Fay Hart',
      'The remaining $60.00 goes to Nora Lind.',
    ],
    [
      'a rejection',
      { status: 'rejected', ended_at: '2026-06-05T11:00:00Z' },
      'No refund',
      'The $100.00 on hold goes to Nora Lind.',
    ],
  ])('says what happens to the money of %s', async (_, changes, title, text) => {
    await openDispute(changes)
    expect(screen.getByText(title)).toBeInTheDocument()
    expect(screen.getByText(text)).toBeInTheDocument()
  })

  it.each(['5', 'abc'])('says that dispute “%s” is not one of theirs, without a retry', async (id) => {
    answer('get /api/disputes/5/', notFound, 404)
    open(id)
    expect(await screen.findByText('Failed to load dispute')).toBeInTheDocument()
    const links = screen.getAllByRole('link', { name: 'Disputes' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([list, list])
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  })

  it('offers to retry when the dispute fails to load', async () => {
    answer('get /api/disputes/5/', {}, 500)
    const { press } = open()
    expect(await screen.findByText('Failed to load dispute')).toBeInTheDocument()
    answer('get /api/disputes/5/', dispute)
    await press('Retry')
    expect(await screen.findByRole('heading', { name: 'Parties' })).toBeInTheDocument()
  })
})

it('takes a caregiver’s answer while the dispute is open, and shows it to the family', async () => {
  answer('get /api/disputes/5/', dispute)
  const path = '/caregiver/disputes/:disputeId'
  const page = renderPage(<CaregiverDisputePage />, {
    route: '/caregiver/disputes/5',
    path,
    session: sessionOf(caregiver),
  })
  const response = { text: 'I came at nine', written_at: '2026-06-02T12:00:00Z' }
  await screen.findByRole('region', { name: 'Your side' })
  answer('put /api/disputes/5/response/', { ...dispute, response })
  answer('get /api/disputes/5/', { ...dispute, response })
  await page.fill('What happened', ' I came at nine ')
  await page.press('Send your answer')
  await expectToast('Answer sent')
  expect(lastBody()).toEqual({ text: 'I came at nine' })
  const own = within(screen.getByRole('region', { name: 'Your side' }))
  expect(await own.findByText(/^Sent Jun 2, 2026, 8:00 AM/)).toBeVisible()
  expect(own.getByText('I came at nine')).toBeVisible()
  expect(own.queryByRole('textbox')).not.toBeInTheDocument()
  await page.press('Change your answer')
  expect(own.getByRole('textbox')).toHaveValue('I came at nine')
  await page.press('Cancel')
  expect(own.queryByRole('textbox')).not.toBeInTheDocument()
  page.unmount()
  renderPage(<FamilyDisputePage />, {
    route: '/caretaker/disputes/5',
    path: '/caretaker/disputes/:disputeId',
    session: sessionOf(family),
  })
  const panel = within(await screen.findByRole('region', { name: 'What Nora Lind says' }))
  expect(panel.getByText('I came at nine')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Your side' })).not.toBeInTheDocument()
})
