import { Button } from '../../../ui/button.tsx'

interface SaveBarProps {
  label: string
  isDirty: boolean
  isSaving: boolean
}

/** The foot of a form: whether there are unsaved changes, and the save button. */
export function SaveBar({ label, isDirty, isSaving }: SaveBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-5 gap-y-3">
      <p role="status" className="text-ink-soft">
        {isDirty && !isSaving ? 'Not saved yet' : ''}
      </p>
      <Button type="submit" isPending={isSaving} className="max-sm:w-full">
        {isSaving ? 'Saving…' : label}
      </Button>
    </div>
  )
}
