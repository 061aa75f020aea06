import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { type Column, DataTable, TableSkeleton } from './data-table.tsx'

interface Row {
  id: number
  name: string
  price: number
}

const columns: Column<Row, string>[] = [
  { id: 'name', header: 'Name', sort: { by: 'name', kind: 'name' }, cell: ({ name }) => name },
  {
    id: 'price',
    header: 'Price',
    isNumeric: true,
    sort: { by: 'price', kind: 'amount' },
    cell: ({ price }) => price,
  },
  { id: 'note', header: 'Note', cell: () => '–' },
]

function Sorted() {
  const [value, setValue] = useState('-price')
  return (
    <DataTable
      caption="Things"
      columns={columns}
      rows={[{ id: 1, name: 'Crib', price: 3 }]}
      rowId={({ id }) => id}
      sort={{ value, onChange: setValue }}
    />
  )
}

const readSorts = () =>
  screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-sort') ?? 'fixed')

it('says what it is sorted by, and sorts by a header that is pressed', async () => {
  const user = userEvent.setup()
  render(<Sorted />)
  expect(readSorts()).toEqual(['none', 'descending', 'fixed'])
  await user.click(screen.getByRole('button', { name: 'Sort by Price' }))
  expect(readSorts()).toEqual(['none', 'ascending', 'fixed'])
  await user.click(screen.getByRole('button', { name: 'Sort by Price' }))
  expect(readSorts()).toEqual(['none', 'descending', 'fixed'])
})

it('sorts with the keyboard, names from A first', async () => {
  const user = userEvent.setup()
  render(<Sorted />)
  screen.getByRole('button', { name: 'Sort by Name' }).focus()
  await user.keyboard('{Enter}')
  expect(readSorts()).toEqual(['ascending', 'none', 'fixed'])
  await user.keyboard(' ')
  expect(readSorts()).toEqual(['descending', 'none', 'fixed'])
})

it('has the same columns while it loads', () => {
  const { container } = render(<TableSkeleton columns={columns} rows={4} />)
  expect(container.querySelectorAll('thead th')).toHaveLength(3)
  expect(container.querySelectorAll('tbody tr')).toHaveLength(4)
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
})
