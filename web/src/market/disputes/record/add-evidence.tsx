import { EVIDENCE_LIMITS } from '@tendwell/contract/safety/dispute-types'
import type { Dispute } from '@tendwell/contract/safety/disputes'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { useRef } from 'react'
import { plural } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { threeSecondToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { FilesField } from '../../../ui/files-field.tsx'
import { evidenceTypes, formatCounters } from '../open/evidence.ts'
import { useEvidence } from '../open/use-evidence.ts'

interface AddEvidenceProps {
  dispute: Dispute
  side: Side
}

/** Adds files to an open dispute, within the limits of one side. @see docs/rules/disputes.md#evidence */
export function AddEvidence({ dispute: { id, evidence }, side }: AddEvidenceProps) {
  const stored = evidence.filter((item) => item.uploaded_by === side).map(({ bytes }) => ({ size: bytes }))
  const { files, refusals, add, remove, uploadAll } = useEvidence(stored)
  const group = useRef<HTMLFieldSetElement>(null)
  const { run, isPending } = useAction({
    send: () => uploadAll(id),
    onSuccess: (failures) => {
      if (failures.length > 0) return threeSecondToast.error(failures.join('. '))
      threeSecondToast.success('Evidence added')
      // The button is gone.
      group.current?.focus()
    },
  })
  const all = [...stored, ...files.map(({ file }) => file)]
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-label="Add evidence"
      className="mt-5 flex flex-col gap-4 border-t border-line pt-5 outline-none"
    >
      <FilesField
        label="Add evidence"
        hint="PNG, JPG or PDF. The other side can see it too."
        accept={evidenceTypes}
        files={files}
        refusals={refusals}
        onAdd={add}
        onRemove={remove}
        counters={formatCounters(all)}
        fullLabel={
          all.length >= EVIDENCE_LIMITS.files ? `Maximum ${EVIDENCE_LIMITS.files} files reached` : null
        }
        isDisabled={isPending}
      />
      {files.length > 0 && (
        <>
          <p className="font-semibold text-gold-ink">
            {`Not uploaded yet. Only you can see ${files.length === 1 ? 'this file' : 'these files'}.`}
          </p>
          <Button className="self-start" isPending={isPending} onPress={() => void run(null)}>
            {isPending ? 'Uploading…' : `Upload ${plural(files.length, 'file')}`}
          </Button>
        </>
      )}
    </fieldset>
  )
}
