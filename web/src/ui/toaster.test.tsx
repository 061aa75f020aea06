import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { threeSecondToast, toast } from '../lib/toast.ts'
import { Toaster } from './toaster.tsx'

it.each([
  ['a success', toast.success, 2_000],
  ['an error', toast.error, 4_000],
  ['another message', toast, 4_000],
  ['a success with a time of its own', threeSecondToast.success, 3_000],
  ['an error with a time of its own', threeSecondToast.error, 3_000],
])('shows %s for its time, and removes it a second later', (_, show, stayMs) => {
  vi.useFakeTimers()
  render(<Toaster />)
  act(() => void show('A message'))
  const message = screen.getByText('A message')
  act(() => void vi.advanceTimersByTime(stayMs - 1))
  expect(message.parentElement).not.toHaveClass('opacity-0')
  act(() => void vi.advanceTimersByTime(1))
  expect(message.parentElement).toHaveClass('opacity-0')
  act(() => void vi.advanceTimersByTime(1_000))
  expect(message).not.toBeInTheDocument()
})

it('shows a loading message until it is dismissed', () => {
  vi.useFakeTimers()
  render(<Toaster />)
  act(() => void toast.loading('Sending…'))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.getByText('Sending…')).toBeInTheDocument()
})

it('shows the newest message alone', () => {
  render(<Toaster />)
  for (const text of ['First', 'Second']) act(() => void toast.error(text))
  expect(screen.getByText('Second')).toBeInTheDocument()
  expect(screen.queryByText('First')).not.toBeInTheDocument()
})

it('stays below the header and an open menu, and covers both under a dialog', () => {
  const bar = document.createElement('div')
  bar.dataset.aboveToasts = ''
  bar.getBoundingClientRect = () => new DOMRect(0, 0, 390, 72)
  document.body.append(bar)
  render(<Toaster />)
  const messages = screen.getByRole('region', { name: 'Messages' })
  act(() => void toast.success('First'))
  expect(messages).toHaveStyle({ top: '82px' })
  bar.setAttribute('role', 'alertdialog')
  act(() => void toast.success('Second'))
  expect(messages).toHaveStyle({ top: '10px' })
  bar.remove()
})
