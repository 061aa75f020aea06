import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Held } from '../../test/stories.tsx'
import { MoneyField } from './money-field.tsx'

it('understands a comma, says what it understood, and steps by one', async () => {
  render(<Held initial={42 as number | null}>{(field) => <MoneyField {...field} label="Rate" />}</Held>)
  const user = userEvent.setup()
  const rate = screen.getByLabelText('Rate')
  const fill = async (text: string) => {
    await user.clear(rate)
    await user.paste(text)
  }
  expect(rate).toHaveValue('42.00')
  await fill('a4x5,678')
  expect(rate).toHaveValue('45,678')
  expect(rate).toHaveAccessibleDescription('That’s $45,678.00.')
  await fill('45,67')
  expect(rate).toHaveAccessibleDescription('That’s $45.67.')
  await user.tab()
  expect(rate).toHaveValue('45.67')
  expect(rate).not.toHaveAccessibleDescription()
  await user.click(rate)
  await user.keyboard('{ArrowUp}')
  expect(rate).toHaveValue('46.67')
  await fill('0.5')
  await user.keyboard('{ArrowDown}')
  expect(rate).toHaveValue('0.00')
})

it('guesses at no amount, and says how to write one', async () => {
  render(<Held initial={42 as number | null}>{(field) => <MoneyField {...field} label="Rate" />}</Held>)
  const user = userEvent.setup()
  const rate = screen.getByLabelText('Rate')
  await user.clear(rate)
  await user.paste('9-50')
  expect(rate).toHaveAccessibleDescription('Write the amount as in 9.50')
  await user.tab()
  expect(rate).toHaveValue('9 50')
  await user.clear(rate)
  await user.paste('9.50.')
  await user.tab()
  expect(rate).toHaveValue('9.50')
})
