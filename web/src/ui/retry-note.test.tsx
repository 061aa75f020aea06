import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { RetryNote } from './retry-note.tsx'

const refetch = vi.fn()
const loading = { isFetching: true, refetch }

it('says what failed, and retries', async () => {
  render(
    <RetryNote
      query={{ error: { status: 500 }, isFetching: false, refetch }}
      failure="Failed to load times"
    />,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load times')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it.each([
  ['while it loads', loading],
  ['beside what an earlier load has brought', { ...loading, error: { status: 500 }, currentData: [] }],
])('says nothing %s', (_case, query) => {
  const { container } = render(<RetryNote query={query} failure="Failed to load times" />)
  expect(container).toBeEmptyDOMElement()
})
