import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { HOUR_MS } from '@tendwell/contract/time'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { monday } from '../../../test/data.ts'
import { PolicyNote } from './policy-note.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

/** An hour that begins so many hours from now. */
const inHours = (hours: number) => ({
  startMs: monday + hours * HOUR_MS,
  endMs: monday + (hours + 1) * HOUR_MS,
})

it.each<[CancellationPolicy, number[], RegExp | null]>([
  ['moderate', [], null],
  ['moderate', [100], /^Cancel by .* to get everything back\.$/],
  ['moderate', [48], /^The visit is so soon that canceling it gives half back\.$/],
  ['moderate', [49, 48], /^The visit is so soon/],
  ['strict', [72, 24], /^The first visit is so soon that canceling it gives nothing back\.$/],
])('says what canceling gives back: %s, in %j hours', (policy, hours, said) => {
  render(<PolicyNote policy={policy} hours={hours.map(inHours)} />)
  expect(screen.queryByText(/^(Cancel by|The .*visit is)/)?.textContent ?? '').toMatch(said ?? /^$/)
})
