import type { AdminBackgroundCheck } from '@tendwell/contract/admin-background-checks'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectToast } from '../../../../../test/expect.ts'
import { admin, sessionOf } from '../../../../../test/people.ts'
import { backgroundCheck } from '../../../../../test/records.ts'
import { renderPage } from '../../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../../test/server.ts'
import { BackgroundChecksPanel } from './background-checks-panel.tsx'

function openPanel(results: AdminBackgroundCheck[], badgeUntil: string | null = null) {
  return renderPage(
    <BackgroundChecksPanel name="Nora Lind" checks={{ results, badge_until: badgeUntil }} />,
    {
      session: sessionOf(admin),
    },
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
  expect(screen.getAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual(['Copy check number bgc_5'])
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
  expect(lastBody()).toEqual({ decision, reason: 'Someone else’s record' })
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

it.each([
  ['Same person', 'accepted'],
  ['Another person', 'declined'],
] as const)('asks whether a clear check is of the person on the ID: %s', async (button, decision) => {
  const { user } = openPanel([{ ...backgroundCheck, identity: 'waiting' }])
  expect(screen.getByText(/Checked: Nora Lind, born May 4, 1990\./)).toHaveTextContent(
    'Compare both with the ID.',
  )
  expect(screen.queryByRole('button', { name: 'Accept as clear' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: button }))
  const dialog = screen.getByRole('alertdialog')
  await user.type(within(dialog).getByLabelText(/^Reason/), 'The passport')
  answer('post /api/admin-panel/background-checks/5/decision/', { message: 'Saved', decision })
  await user.click(within(dialog).getByRole('button', { name: button }))
  await expectToast('Saved')
  expect(lastBody()).toEqual({ decision, reason: 'The passport' })
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
