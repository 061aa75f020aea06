import { Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { useSession } from '../../../lib/session/session.ts'
import { saveFile } from '../../../lib/transport/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'

interface RecoveryCodesDialogProps {
  codes: readonly string[]
  onDone: () => void
}

/**
 * Shows new recovery codes, which can't be shown again. It stays until the user says that they saved them.
 */
export function RecoveryCodesDialog({ codes, onDone }: RecoveryCodesDialogProps) {
  const [isSaved, setSaved] = useState(false)
  const { user } = useSession()
  const sheet = `${PRODUCT_NAME} recovery codes for ${user?.email ?? 'your account'}\nEach code works once.\n\n${codes.join('\n')}\n`
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onClose={() => undefined}
      title="Save your recovery codes"
      lead="If you lose your phone or passkey, a code lets you in. Each one works once. Keep them somewhere safe: we can’t show them again."
      actions={
        <Button onPress={onDone} isDisabled={!isSaved} className="print:hidden">
          Done
        </Button>
      }
    >
      <div data-prints-alone="" className="flex flex-col gap-5">
        <p className="hidden print:block">
          {PRODUCT_NAME} · {user?.email}
        </p>
        <ol
          aria-label="Recovery codes"
          className="tabular grid gap-x-6 gap-y-1.5 rounded-control bg-sand px-5 py-4 font-semibold whitespace-nowrap sm:grid-cols-2 print:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button
            variant="secondary"
            size="small"
            icon={<Copy className="size-4" />}
            onPress={() => copyText(codes.join('\n'), 'Codes copied!')}
          >
            Copy
          </Button>
          <Button
            variant="secondary"
            size="small"
            icon={<Download className="size-4" />}
            onPress={() => saveFile('tendwell-recovery-codes.txt', sheet, 'text/plain')}
          >
            Download
          </Button>
          <Button
            variant="secondary"
            size="small"
            icon={<Printer className="size-4" />}
            onPress={() => window.print()}
          >
            Print
          </Button>
        </div>
        <Checkbox value={isSaved} onChange={setSaved} className="print:hidden">
          I’ve saved these codes
        </Checkbox>
      </div>
    </Dialog>
  )
}
