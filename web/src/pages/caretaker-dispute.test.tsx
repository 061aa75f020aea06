import type { Dispute, Evidence } from '@tendwell/contract/disputes'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { dispute } from '../../test/data.ts'
import { caregiver, family, sessionOf } from '../../test/people.ts'
import { renderPage } from '../../test/render.tsx'
import { answer } from '../../test/server.ts'
import { Component as CaregiverDispute } from './caregiver-dispute.tsx'
import { Component as CaretakerDispute } from './caretaker-dispute.tsx'

const image: Evidence = {
  id: 1,
  url: '/api/files/door',
  kind: 'image',
  caption: 'Evidence file: door.png',
  uploaded_at: '2026-06-01T11:05:00Z',
  uploaded_by_name: 'Fay Hart',
}
const notFound = { detail: 'Not found', code: 'not_found' }

describe.each([
  ['family', CaretakerDispute, '/caretaker/disputes', sessionOf(family), 'fay.hart@example.test'],
  ['caregiver', CaregiverDispute, '/caregiver/disputes', sessionOf(caregiver), 'nora.lind@example.test'],
] as const)('for the %s', (_, DisputePage, list, session, own) => {
  const open = (id = '5') =>
    renderPage(<DisputePage />, { route: `${list}/${id}`, path: `${list}/:disputeId`, session })

  async function openDispute(changes: Partial<Dispute> = {}) {
    const { caretaker, caregiver } = dispute.parties
    const hideOther = (party: typeof caretaker) => ({ ...party, email: party.email === own ? own : null })
    const parties = { caretaker: hideOther(caretaker), caregiver: hideOther(caregiver) }
    answer('get /api/disputes/5/', { ...dispute, parties, ...changes })
    open()
    await screen.findByRole('heading', { name: 'Parties' })
  }

  it('shows the parties, the reason and the booking, without actions', async () => {
    await openDispute()
    expect(screen.getByRole('heading', { level: 1, name: 'DPT-5' })).toBeInTheDocument()
    for (const text of [
      'Fay Hart',
      'Nora Lind',
      'Nora did not come',
      'Submitted',
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

  it.each<[string, Partial<Dispute>, string, string]>([
    ['an open dispute', {}, '$100.00 is on hold', 'We’ll keep it on hold until the dispute is resolved.'],
    [
      'a refund',
      { status: 'closed', refund_usd: 40, ended_at: '2026-06-05T11:00:00Z' },
      '$40.00 was refunded',
      'It goes back to the card Fay Hart paid with. The remaining $60.00 goes to Nora Lind.',
    ],
    [
      'a rejection',
      { status: 'rejected', ended_at: '2026-06-05T11:00:00Z' },
      'Nothing was refunded',
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
