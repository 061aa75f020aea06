import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectExport, expectPersonLinks } from '../../../test/expect.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, listOf } from '../../../test/server.ts'
import { openRecovery } from '../../../test/two-step.ts'
import { RecoveriesPage } from './recoveries-page.tsx'

const call = 'get /api/admin-panel/two-step-recoveries/'
const open = () =>
  renderPage(<RecoveriesPage />, { route: '/admin/two-step-recoveries', session: sessionOf(admin) })

it('lists the open requests, each leading to its person', async () => {
  const person = { id: 2, name: 'Nora Lind' }
  const own = { ...openRecovery, id: 10, can_decide: false, person: { id: 5, name: 'Fay Hart' } }
  const young = { ...openRecovery, id: 11, obstacle: 'wait' as const, person: { id: 6, name: 'Ida Dorn' } }
  answer(call, listOf([{ ...openRecovery, person }, own, young]))
  open()
  const table = within(await screen.findByRole('table', { name: 'Open requests' }))
  expect(table.getByRole('link', { name: 'Nora Lind' })).toHaveAttribute('href', '/admin/people/2')
  expectPersonLinks({ [openRecovery.requested_by.name]: openRecovery.requested_by.id }, table)
  expect(table.getByText('Needs your decision')).toBeVisible()
  expect(table.getByText('Needs another admin')).toBeVisible()
  expect(table.getByText('Waits 24 hours')).toBeVisible()
})

it('says when nothing waits', async () => {
  answer(call, listOf([]))
  open()
  expect(await screen.findByText('No open requests')).toBeVisible()
  await expectExport('two-step-recoveries')
})

it('offers to retry when the list fails to load', async () => {
  answer(call, {}, 500)
  const { press } = open()
  expect(await screen.findByText('Failed to load the requests')).toBeVisible()
  answer(call, listOf([]))
  await press('Retry')
  expect(await screen.findByText('No open requests')).toBeVisible()
})
