import { Download } from 'lucide-react'
import { useAction } from '../../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { type ExportedList, useExportListMutation } from './lists-api.ts'

interface ExportButtonProps {
  list: ExportedList
  /** The filters and the order of the list. */
  query: object
}

/** Saves the whole list as a CSV file. @see docs/rules/console.md#export */
export function ExportButton({ list, query }: ExportButtonProps) {
  const [exportList] = useExportListMutation()
  const { run, isPending } = useAction({
    send: () => exportList({ list, query }).unwrap(),
    success: 'The CSV file is in your downloads',
    failure: 'Failed to export the list',
    toasts: threeSecondToast,
  })
  return (
    <Button
      variant="secondary"
      icon={<Download className="size-4 text-ink-soft" />}
      isPending={isPending}
      onPress={() => run(null)}
    >
      {isPending ? 'Exporting…' : 'Export CSV'}
    </Button>
  )
}
