import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { TagField } from './tag-field.tsx'

const suggestions = ['Chinese', 'English', 'French', 'German']

function renderField({ allowsCustomValue = false, isDisabled = false } = {}) {
  function Field() {
    const [value, setValue] = useState(['English', 'French', 'Hindi'])
    return (
      <TagField
        label="Languages"
        value={value}
        onChange={setValue}
        suggestions={suggestions}
        allowsCustomValue={allowsCustomValue}
        isDisabled={isDisabled}
      />
    )
  }
  render(<Field />)
  return { user: userEvent.setup(), input: screen.getByRole('combobox', { name: 'Languages' }) }
}

// An open list hides the tags from screen readers.
const tags = () => screen.queryAllByRole('row', { hidden: true }).map((row) => row.textContent)

it('removes tags by their button, by Delete and by Backspace in the empty field', async () => {
  const { user, input } = renderField()
  await user.click(screen.getByRole('button', { name: 'Remove French' }))
  expect(tags()).toEqual(['English', 'Hindi'])
  await user.click(input)
  await user.keyboard('{Backspace}')
  expect(tags()).toEqual(['English'])
  await user.tab()
  await waitFor(() => expect(screen.getByRole('row', { name: 'English' })).toHaveFocus())
  await user.keyboard('{Delete}')
  expect(tags()).toEqual([])
})

it('moves the focus to the next tag when one is removed', async () => {
  const { user, input } = renderField()
  await user.click(input)
  await user.tab()
  await user.keyboard('{ArrowRight}{Delete}')
  expect(tags()).toEqual(['English', 'Hindi'])
  await waitFor(() => expect(screen.getByRole('row', { name: 'Hindi' })).toHaveFocus())
})

it('moves the focus to the field when the last tag is removed', async () => {
  const { user, input } = renderField()
  for (const name of ['Remove English', 'Remove French']) {
    await user.click(screen.getByRole('button', { name }))
    expect(input).not.toHaveFocus()
  }
  await user.click(screen.getByRole('button', { name: 'Remove Hindi' }))
  expect(tags()).toEqual([])
  await waitFor(() => expect(input).toHaveFocus())
})

it('takes only suggestions, in their own spelling, and none twice', async () => {
  const { user, input } = renderField()
  await user.type(input, 'chin{Enter}ENGLISH{Enter}Klingon{Enter}')
  expect(tags()).toEqual(['English', 'French', 'Hindi', 'Chinese'])
})

it.each([{ isComposing: true }, { keyCode: 229 }])('leaves an Enter to an input method: %j', async (key) => {
  const { user, input } = renderField()
  await user.type(input, 'chin')
  fireEvent.keyDown(input, { key: 'Enter', ...key })
  expect(tags()).toEqual(['English', 'French', 'Hindi'])
})

it('takes custom words too, separated by commas or left in the field', async () => {
  const { user, input } = renderField({ allowsCustomValue: true })
  await user.type(input, 'Chin{Enter}Swiss German, hindi,Klingon')
  await user.click(document.body)
  expect(tags()).toEqual(['English', 'French', 'Hindi', 'Chinese', 'Swiss German', 'Klingon'])
})

it('shows what there is when it is clicked, and again for the next word', async () => {
  const { user, input } = renderField()
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  await user.click(input)
  await user.click(screen.getByRole('option', { name: 'Chinese' }))
  expect(tags()).toEqual(['English', 'French', 'Hindi', 'Chinese'])
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  await user.click(input)
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['German'])
})

it('neither opens nor loses a tag while it is disabled', async () => {
  const { user, input } = renderField({ isDisabled: true })
  expect(input).toBeDisabled()
  await user.click(input)
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
  expect(tags()).toEqual(['English', 'French', 'Hindi'])
})
