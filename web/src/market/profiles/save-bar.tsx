import { Button } from '../../ui/button.tsx'

interface SaveBarProps {
  label: string
  isDirty: boolean
  isPending: boolean
}

/** The foot of a form: whether there are unsaved changes, and the save button. */
export function SaveBar({ label, isDirty, isPending }: SaveBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-5 gap-y-3">
      <p role="status" className="text-ink-soft">
        {isDirty && !isPending ? 'Not saved yet' : ''}
      </p>
      <Button type="submit" isPending={isPending} className="max-sm:w-full">
        {isPending ? 'Saving…' : label}
      </Button>
    </div>
  )
}
