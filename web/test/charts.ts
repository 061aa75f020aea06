/**
 * Stands in for react-chartjs-2, because jsdom has no canvas. The figures of a chart are also in its table.
 */
import type { Bar as RealBar, Line as RealLine } from 'react-chartjs-2'
import { vi } from 'vitest'

export const Bar = vi.fn((_props: Parameters<typeof RealBar>[0]) => null)
export const Line = vi.fn((_props: Parameters<typeof RealLine>[0]) => null)
