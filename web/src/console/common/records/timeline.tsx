import { formatInstant } from '../../../lib/format/format.ts'
import { Panel } from '../../../ui/panel.tsx'

/** What happened to a record, oldest first. */
export function Timeline({ steps }: { steps: readonly { at: string; text: string }[] }) {
  return (
    <Panel title="Timeline">
      <ol className="flex flex-col">
        {steps.map(({ at, text }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added, and two may be alike
            key={index}
            className="relative flex flex-col justify-between gap-x-6 border-l border-line pb-4 pl-5 last:border-transparent last:pb-0 sm:flex-row"
          >
            <span className="absolute top-2 -left-1 size-2 rounded-full bg-forest" aria-hidden="true" />
            <span className="wrap-anywhere">{text}</span>
            <time dateTime={at} className="text-13 text-ink-soft sm:pt-1 sm:whitespace-nowrap">
              {formatInstant(at)}
            </time>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
