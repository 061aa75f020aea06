import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Two lists of rows with a control each, which asks before it removes its row. */
function Page({ rows }: { rows: string[] }) {
  const [shown, setShown] = useState(rows)
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <>
      <h1>Page</h1>
      <section>
        <h2>Toys</h2>
        {shown.length === 0 ? (
          <p>No toys</p>
        ) : (
          <ul>
            {shown.map((row) => (
              <li key={row}>
                <button type="button" onClick={() => setAsked(row)}>
                  {`Remove ${row}`}
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title="Remove it?"
        consequence=""
        confirmLabel="Remove"
        onConfirm={() => {
          setShown(shown.filter((row) => row !== asked))
          setAsked(null)
        }}
      />
      <button type="button" onClick={() => setShown([])}>
        Remove all
      </button>
    </>
  )
}

it.each([
  ['the next row', 'ball', 'Remove kite'],
  ['the row before, after the last', 'kite', 'Remove drum'],
])('moves the focus to %s', async (_case, removed, expected) => {
  const { press } = renderPage(
    <Page rows={['ball', 'drum', 'kite'].filter((row) => row !== 'drum' || removed === 'kite')} />,
  )
  await press(`Remove ${removed}`)
  await press('Remove')
  await waitFor(() => expect(screen.getByRole('button', { name: expected })).toHaveFocus())
})

it('moves the focus to the heading once the list is empty', async () => {
  const { press } = renderPage(<Page rows={['ball']} />)
  await press('Remove ball')
  await press('Remove')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Toys' })).toHaveFocus())
})

it('leaves the focus where it is when something else disappears', async () => {
  const { press } = renderPage(<Page rows={['ball']} />)
  await press('Remove all')
  expect(screen.getByText('No toys')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Remove all' })).toHaveFocus()
})
