import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../test/render.tsx'
import { useUrlFilters } from './use-url-filters.ts'

function Filters() {
  const { filters, change } = useUrlFilters((params) => ({
    status: params.get('status') ?? '',
    q: params.get('q') ?? '',
  }))
  const changeTwice = () => {
    change({ status: 'open' })
    change({ q: 'rosa' })
  }
  return (
    <>
      <button type="button" onClick={changeTwice}>
        Change two filters
      </button>
      <output>{`${filters.status} ${filters.q}`}</output>
    </>
  )
}

it('keeps the first of two changes in quick succession', async () => {
  const { user, address } = renderPage(<Filters />, { route: '/list?tab=all&page=2' })
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('open rosa'))
  expect(address()).toBe('/list?tab=all&status=open&q=rosa')
})
