import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

interface SaveBarProps {
  label: string
  isDirty: boolean
  isPending: boolean
  /** What comes next, after the button. */
  children?: ReactNode
}

/** The foot of a form: whether there are unsaved changes, and the save button. */
export function SaveBar({ label, isDirty, isPending, children }: SaveBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-5 gap-y-3">
      <p role="status" className="text-ink-soft">
        {isDirty && !isPending ? 'Not saved yet' : ''}
      </p>
      <Button type="submit" isPending={isPending} className="max-sm:w-full">
        {isPending ? 'Saving…' : label}
      </Button>
      {children}
    </div>
  )
}
