import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { disputeToast, toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

it.each([
  ['a success', toast.success, 2_000],
  ['an error', toast.error, 4_000],
  ['another message', toast, 4_000],
  ['a success in a dispute', disputeToast.success, 3_000],
  ['an error in a dispute', disputeToast.error, 3_000],
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

it('shows the newest message alone, and an equal one once', () => {
  render(<Toaster />)
  for (const text of ['First', 'Second', 'Second']) act(() => void toast.error(text))
  expect(screen.getByText('Second')).toBeInTheDocument()
  expect(screen.queryByText('First')).not.toBeInTheDocument()
})
