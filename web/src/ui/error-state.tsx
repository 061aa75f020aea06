import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeFailure } from '../lib/errors.ts'
import { Button } from './button.tsx'
import { UnlitLamp } from './scenes/unlit-lamp.tsx'

interface ErrorStateProps {
  /** What failed: 'Failed to load requests'. */
  title: string
  /** The error of the failed call, which is described below the title. */
  error: unknown
  onRetry: () => void
  /** Retry keeps the focus while it loads again. */
  isRetrying: boolean
  isCompact?: boolean
  /** Another way out, beside Retry. */
  children?: ReactNode
}

export function ErrorState(props: ErrorStateProps) {
  const { title, error, onRetry, isRetrying, isCompact = false, children } = props
  return (
    <div
      role="alert"
      className={`flex animate-appear flex-col items-center gap-2 px-4 text-center ${isCompact ? 'py-6' : 'py-14'}`}
    >
      <div className={isCompact ? 'w-24' : 'w-40'}>
        <UnlitLamp />
      </div>
      <p className="font-display text-21">{title}</p>
      <p className="max-w-sm text-balance text-ink-soft">{describeFailure(error)}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Button
          variant="secondary"
          icon={<RotateCw className="size-4" />}
          isPending={isRetrying}
          onPress={onRetry}
        >
          Retry
        </Button>
        {children}
      </div>
    </div>
  )
}
