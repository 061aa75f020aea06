import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PersonName } from './person-name.tsx'

it('shows a name as it is', () => {
  render(<PersonName name="Nora Lind" />)
  expect(screen.getByText('Nora Lind')).not.toHaveAttribute('title')
  expect(screen.getByText('Nora Lind')).not.toHaveClass('wrap-anywhere')
})

it('cuts a very long name, keeps all of it in the title, and breaks long words', () => {
  const name = 'A'.repeat(255)
  render(<PersonName name={name} />)
  const shown = screen.getByTitle(name)
  expect(shown).toHaveTextContent(/^A{79}…$/)
  expect(shown).toHaveClass('wrap-anywhere')
})
