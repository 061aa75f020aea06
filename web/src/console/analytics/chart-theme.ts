import { BarElement, CategoryScale, Chart, LinearScale, LineElement, PointElement, Tooltip } from 'chart.js'
import { useMemo } from 'react'
import { useMedia } from '../../lib/browser/use-media.ts'

Chart.register(BarElement, CategoryScale, LinearScale, LineElement, PointElement, Tooltip)

/** Colors and font for a canvas, which can't use style sheets. */
export interface ChartTheme {
  forest: string
  second: string
  gold: string
  ink: string
  inkSoft: string
  line: string
  background: string
  font: string
}

/** The current theme. Charts redraw when the system switches between light and dark. */
export function useChartTheme(): ChartTheme {
  const isDark = useMedia('dark')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens depend on the system's theme
  return useMemo(readTheme, [isDark])
}

function readTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    forest: token('--color-forest'),
    second: token('--color-chart-second'),
    gold: token('--color-gold'),
    ink: token('--color-ink'),
    inkSoft: token('--color-ink-soft'),
    line: token('--color-line'),
    background: token('--color-paper-raised'),
    font: token('--font-sans'),
  }
}

interface Axis {
  /**
   * The minimum of the value axis's upper end, which grows with the data.
   * @see docs/rules/console.md#analytics
   */
  minimumTop: number
  formatTick: (value: number) => string
  formatTooltip: (value: number, series: string) => string
}

/** The options of both charts. */
export function chartOptions(theme: ChartTheme, { minimumTop, formatTick, formatTooltip }: Axis) {
  const font = { family: theme.font, size: 13 }
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: 'index', intersect: false },
    scales: {
      x: {
        grid: { display: false },
        border: { color: theme.line },
        ticks: { color: theme.inkSoft, font, maxRotation: 0, autoSkipPadding: 12 },
      },
      y: {
        // Beside the latest months, where a chart that scrolls begins.
        position: 'right',
        // Goes below zero for a month with more refunds than payments.
        suggestedMin: 0,
        suggestedMax: minimumTop,
        grid: { color: theme.line },
        border: { display: false },
        ticks: {
          color: theme.inkSoft,
          font,
          callback: (value: number | string) => formatTick(Number(value)),
        },
      },
    },
    plugins: {
      tooltip: {
        backgroundColor: theme.background,
        borderColor: theme.line,
        borderWidth: 1,
        titleColor: theme.ink,
        bodyColor: theme.ink,
        titleFont: { ...font, weight: 600 },
        bodyFont: font,
        padding: 12,
        cornerRadius: 10,
        callbacks: {
          label: ({ parsed, dataset }: { parsed: { y: number | null }; dataset: { label?: string } }) =>
            formatTooltip(parsed.y ?? 0, dataset.label ?? ''),
        },
      },
    },
  } as const
}
