import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Held } from '../../test/stories.tsx'
import { NumberField } from './number-field.tsx'

it('reads a comma as people write it, says what it understood, and steps within its range', async () => {
  const seen: (number | null)[] = []
  render(
    <Held initial={60 as number | null}>
      {({ onChange, ...field }) => (
        <NumberField
          {...field}
          onChange={(value) => {
            seen.push(value)
            onChange(value)
          }}
          label="Minutes"
          step={5}
          maximum={1440}
        />
      )}
    </Held>,
  )
  const user = userEvent.setup()
  const minutes = screen.getByRole('textbox', { name: 'Minutes' })
  expect(minutes).toHaveValue('60')
  const fill = async (text: string) => {
    await user.clear(minutes)
    await user.paste(text)
    return seen.at(-1)
  }
  expect(await fill('2,5')).toBe(2.5)
  expect(minutes).toHaveAccessibleDescription('That’s 2.5.')
  expect(await fill('2.5')).toBe(2.5)
  expect(minutes).not.toHaveAccessibleDescription()
  expect(await fill('1,000')).toBe(1_000)
  expect(minutes).toHaveAccessibleDescription('That’s 1,000.')
  await user.tab()
  expect(minutes).toHaveValue('1000')
  expect(await fill('-5')).toBe(-5)
  expect(await fill('soon')).toBe(null)
  await fill('1438')
  await user.keyboard('{ArrowUp}')
  expect(minutes).toHaveValue('1440')
  await user.click(screen.getByRole('button', { name: 'Decrease' }))
  expect(minutes).toHaveValue('1435')
})
