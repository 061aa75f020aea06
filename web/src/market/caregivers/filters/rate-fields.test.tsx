import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../../test/render.tsx'
import { RateFields } from './rate-fields.tsx'
import { useFilters } from './use-filters.ts'

function Fields() {
  const { filters, change } = useFilters()
  return <RateFields minRate={filters.minRate} maxRate={filters.maxRate} onChange={change} />
}

function openFields() {
  const { user, address } = renderPage(<Fields />, { route: '/caregivers' })
  return {
    user,
    minimum: screen.getByLabelText('Minimum'),
    maximum: screen.getByLabelText('Maximum'),
    expectAddress: (path: string) => waitFor(() => expect(address()).toBe(path)),
  }
}

it.each([
  ['Tab', 'at once'],
  ['Tab', 'once the address has followed'],
  ['mouse', 'at once'],
  ['mouse', 'once the address has followed'],
])('takes a rate range that is typed across both fields by %s, %s', async (way, pace) => {
  const { user, minimum, maximum, expectAddress } = openFields()
  await user.click(minimum)
  await user.keyboard('30')
  await (way === 'Tab' ? user.tab() : user.click(maximum))
  if (pace !== 'at once') await expectAddress('/caregivers?min_rate=30&max_rate=31')
  await user.keyboard('60')
  expect(maximum).toHaveValue('60')
  await user.click(document.body)
  await expectAddress('/caregivers?min_rate=30&max_rate=60')
  expect(minimum).toHaveValue('30')
  expect(maximum).toHaveValue('60')
})

it('takes whole dollars as a rate, and keeps the maximum above the minimum', async () => {
  const { user, minimum, maximum, expectAddress } = openFields()
  await user.type(minimum, '4x0,75')
  expect(minimum).toHaveValue('40,75')
  await user.tab()
  await expectAddress('/caregivers?min_rate=40&max_rate=41')
  expect(maximum).toHaveValue('41')
  await user.tab()
  await expectAddress('/caregivers?min_rate=40&max_rate=41')
  await user.clear(maximum)
  await user.type(maximum, '39{Enter}')
  await waitFor(() => expect(maximum).toHaveValue('41'))
  await user.clear(minimum)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(maximum).toHaveValue(''))
})
