import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../test/render.tsx'
import { usePages } from '../lib/address/use-pages.ts'
import { Pagination } from './pagination.tsx'

function Letters({ letters }: { letters: string }) {
  const { shown, pagination } = usePages([...letters], 2)
  return (
    <>
      <p>{shown.join('')}</p>
      <Pagination label="Letters" {...pagination} />
    </>
  )
}

it('keeps the focus on the pages when the pressed button is disabled on the last or first page', async () => {
  const { user } = renderPage(<Letters letters="abc" />)
  const next = screen.getByRole('button', { name: 'Next page' })
  await user.click(next)
  expect(screen.getByText('c')).toBeInTheDocument()
  expect(next).toBeDisabled()
  await waitFor(() => expect(screen.getByRole('navigation', { name: 'Letters: pages' })).toHaveFocus())

  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  expect(screen.getByText('ab')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('navigation', { name: 'Letters: pages' })).toHaveFocus())
})
