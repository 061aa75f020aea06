import { BarElement, CategoryScale, Chart, LinearScale, LineElement, PointElement, Tooltip } from 'chart.js'
import { useSyncExternalStore } from 'react'

Chart.register(BarElement, CategoryScale, LinearScale, LineElement, PointElement, Tooltip)

/** What a canvas can't take from a style sheet: the tokens' colours, by day or by night, and the fonts. */
export interface ChartLook {
  forest: string
  second: string
  ink: string
  inkSoft: string
  line: string
  ground: string
  font: string
}

const night = window.matchMedia('(prefers-color-scheme: dark)')
let kept: { isNight: boolean; look: ChartLook } | null = null

/** The look of now; charts are drawn anew when the system goes from day to night. */
export function useChartLook(): ChartLook {
  return useSyncExternalStore(watchNight, lookNow)
}

function watchNight(changed: () => void): () => void {
  night.addEventListener('change', changed)
  return () => night.removeEventListener('change', changed)
}

function lookNow(): ChartLook {
  if (kept?.isNight !== night.matches) kept = { isNight: night.matches, look: readLook() }
  return kept.look
}

function readLook(): ChartLook {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    forest: token('--color-forest'),
    second: token('--color-chart-second'),
    ink: token('--color-ink'),
    inkSoft: token('--color-ink-soft'),
    line: token('--color-line'),
    ground: token('--color-paper-raised'),
    font: token('--font-sans'),
  }
}

interface Axis {
  /** The lowest top of the value axis, which grows with the data. @see docs/rules/console.md#analytics */
  leastTop: number
  tick: (value: number) => string
  tooltip: (value: number, series: string) => string
}

/** Options shared by both charts. */
export function chartOptions(look: ChartLook, { leastTop, tick, tooltip }: Axis) {
  const font = { family: look.font, size: 13 }
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: 'index', intersect: false },
    scales: {
      x: {
        grid: { display: false },
        border: { color: look.line },
        ticks: { color: look.inkSoft, font, maxRotation: 0, autoSkipPadding: 12 },
      },
      y: {
        // A month with more refunds than payments is below it.
        suggestedMin: 0,
        suggestedMax: leastTop,
        grid: { color: look.line },
        border: { display: false },
        ticks: { color: look.inkSoft, font, callback: (value: number | string) => tick(Number(value)) },
      },
    },
    plugins: {
      tooltip: {
        backgroundColor: look.ground,
        borderColor: look.line,
        borderWidth: 1,
        titleColor: look.ink,
        bodyColor: look.ink,
        titleFont: { ...font, weight: 600 },
        bodyFont: font,
        padding: 12,
        cornerRadius: 10,
        callbacks: {
          label: ({ parsed, dataset }: { parsed: { y: number | null }; dataset: { label?: string } }) =>
            tooltip(parsed.y ?? 0, dataset.label ?? ''),
        },
      },
    },
  } as const
}
