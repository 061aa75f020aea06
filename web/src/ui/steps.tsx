import { Check } from 'lucide-react'

interface StepsProps {
  /** 'Checkout'. */
  label: string
  steps: readonly string[]
  /** The index of the current step; steps.length when all are done. */
  current: number
}

/** Progress through a few steps. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol aria-label={label} className="flex items-start">
      {steps.map((step, index) => {
        const isDone = index < current
        const isCurrent = index === current
        return (
          <li
            key={step}
            aria-current={isCurrent ? 'step' : undefined}
            className="relative flex flex-1 flex-col items-center gap-2 text-center"
          >
            {index > 0 && (
              <span
                aria-hidden="true"
                className={`absolute top-4 right-1/2 mr-6 h-px w-[calc(100%-3rem)] ${isDone || isCurrent ? 'bg-forest' : 'bg-edge'}`}
              />
            )}
            <span
              className={`tabular flex size-8 items-center justify-center rounded-full border text-13 font-semibold ${
                isDone
                  ? 'border-forest bg-forest text-on-forest'
                  : isCurrent
                    ? 'border-forest bg-sage text-on-sage'
                    : 'border-edge text-ink-soft'
              }`}
            >
              {isDone ? <Check className="size-4" /> : index + 1}
            </span>
            <span className={`text-13 ${isCurrent ? 'font-semibold' : 'text-ink-soft'}`}>
              {step}
              {isDone && <span className="sr-only"> (done)</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
