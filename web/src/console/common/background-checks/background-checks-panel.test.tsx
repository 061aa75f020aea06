import type { AdminBackgroundCheck } from '@tendwell/contract/console/background-checks'
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { expectToast } from '../../../../test/expect.ts'
import { admin, sessionOf } from '../../../../test/people.ts'
import { backgroundCheck } from '../../../../test/records.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { BackgroundChecksPanel } from './background-checks-panel.tsx'

function openPanel(results: AdminBackgroundCheck[], badgeUntil: string | null = null) {
  return renderPage(
    <BackgroundChecksPanel name="Nora Lind" checks={{ results, badge_until: badgeUntil }} />,
    {
      session: sessionOf(admin),
    },
  )
}

/** The panel of a check whose caregiver changes their ID. */
function ChangingPanel({ check }: { check: AdminBackgroundCheck }) {
  const [seen, setSeen] = useState(check.seen)
  return (
    <>
      <BackgroundChecksPanel name="Nora Lind" checks={{ results: [{ ...check, seen }], badge_until: null }} />
      <button type="button" onClick={() => setSeen('seen-2')}>
        Load again
      </button>
    </>
  )
}

const waiting: AdminBackgroundCheck = { ...backgroundCheck, status: 'needs_review', identity: null }

it('lists what was checked, when, and the report at the provider', () => {
  openPanel([backgroundCheck], '2027-05-04')
  expect(screen.getByText('Families see a badge until May 4, 2027.')).toBeInTheDocument()
  expect(screen.getByText('Clear')).toBeInTheDocument()
  expect(screen.getByText('National criminal records')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /^Report of check #5/ })).toHaveAttribute(
    'href',
    'https://screening.test/report/5',
  )
  expect(screen.getAllByRole('button').map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)).toEqual(
    ['Copy check number bgc_5', 'Show date of birth'],
  )
})

it.each([
  ['Accept as clear', 'accepted'],
  ['Decline', 'declined'],
] as const)('asks for a reason before: %s', async (button, decision) => {
  const { user } = openPanel([waiting])
  expect(screen.getByText('Families don’t see a badge.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: button }))
  const dialog = screen.getByRole('alertdialog')
  expect(within(dialog).getByRole('button', { name: button })).toBeDisabled()
  await user.type(within(dialog).getByLabelText(/^Reason/), 'Someone else’s record')
  answer('post /api/admin-panel/background-checks/5/decision/', { message: 'Saved', decision })
  await user.click(within(dialog).getByRole('button', { name: button }))
  await expectToast('Saved')
  expect(sentWrites()).toEqual(['POST /api/admin-panel/background-checks/5/decision/'])
  expect(lastBody()).toEqual({ decision, reason: 'Someone else’s record', seen: 'seen-1' })
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

it.each([
  ['Same person', 'accepted'],
  ['Another person', 'declined'],
] as const)('asks whether a clear check is of the person on the ID: %s', async (button, decision) => {
  const { user } = openPanel([{ ...backgroundCheck, identity: 'waiting' }])
  expect(screen.getByText(/Checked: Nora Lind, born •••\./)).toHaveTextContent('Compare both with the ID.')
  expect(screen.queryByRole('button', { name: 'Accept as clear' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: button }))
  const dialog = screen.getByRole('alertdialog')
  await user.type(within(dialog).getByLabelText(/^Reason/), 'The passport')
  answer('post /api/admin-panel/background-checks/5/decision/', { message: 'Saved', decision })
  await user.click(within(dialog).getByRole('button', { name: button }))
  await expectToast('Saved')
  expect(lastBody()).toEqual({ decision, reason: 'The passport', seen: 'seen-1' })
})

it('shows the date of birth once staff say why they need it', async () => {
  const { user, choose } = openPanel([{ ...backgroundCheck, identity: 'waiting' }])
  expect(screen.queryByText(/1990/)).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show date of birth' }))
  const dialog = screen.getByRole('alertdialog', { name: 'Show the date of birth of Nora Lind?' })
  expect(within(dialog).getByRole('button', { name: 'Show' })).toBeDisabled()
  await choose('Reason', 'A check of identity')
  answer('post /api/admin-panel/background-checks/5/show/', { birth_date: '1990-05-04' })
  await user.click(within(dialog).getByRole('button', { name: 'Show' }))
  expect(await screen.findByText(/born May 4, 1990\./)).toBeInTheDocument()
  expect(lastBody()).toEqual({ reason: 'identity' })
  expect(screen.queryByRole('button', { name: 'Show date of birth' })).not.toBeInTheDocument()
})

it('takes no decision on what changed since the page was opened, before it is compared again', async () => {
  const before: AdminBackgroundCheck = { ...backgroundCheck, identity: 'waiting' }
  const { user, press } = renderPage(<ChangingPanel check={before} />, { session: sessionOf(admin) })
  await press('Load again')
  expect(screen.getByRole('status')).toHaveTextContent('has changed since you opened this page')
  expect(screen.queryByRole('button', { name: 'Same person' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Compare again' }))
  await user.click(screen.getByRole('button', { name: 'Same person' }))
  const dialog = screen.getByRole('alertdialog')
  await user.type(within(dialog).getByLabelText(/^Reason/), 'The passport')
  answer('post /api/admin-panel/background-checks/5/decision/', { message: 'Saved', decision: 'accepted' })
  await user.click(within(dialog).getByRole('button', { name: 'Same person' }))
  await expectToast('Saved')
  expect(lastBody()).toMatchObject({ seen: 'seen-2' })
})

it('says who decided, when and why', () => {
  const decided = {
    result: 'declined' as const,
    reason: 'Confirmed by phone',
    decided_by: { id: 9, name: 'Sina Support' },
    decided_at: '2026-05-05T12:00:00Z',
  }
  openPanel([{ ...waiting, decision: decided }])
  expect(screen.getByText('Declined')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Sina Support' })).toHaveAttribute('href', '/admin/people/9')
  expect(screen.getByText(/: Confirmed by phone$/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Decline' })).not.toBeInTheDocument()
})

it('says that there are none', () => {
  openPanel([])
  expect(screen.getByText('No background checks yet.')).toBeInTheDocument()
})
