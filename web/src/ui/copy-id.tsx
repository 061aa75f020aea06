import { Copy } from 'lucide-react'
import { copyText } from './copy-text.ts'
import { IconButton } from './icon-button.tsx'

interface CopyIdProps {
  /** The full id, which is copied: `po_1QabcdEFGH12345678`. */
  id: string
  /** The kind of id: 'payout ID'. */
  label: string
  /** The toast after copying: 'Payout ID copied!'. */
  copied: string
}

const shownCharacters = 8

/**
 * An id shortened to its prefix and last 8 characters (`po_12345678`), with a button that copies the full id.
 */
export function CopyId({ id, label, copied }: CopyIdProps) {
  return (
    <span className="inline-flex items-center">
      <span className="tabular whitespace-nowrap">{shorten(id)}</span>
      <IconButton
        label={`Copy ${label} ${shorten(id)}`}
        icon={<Copy className="size-4" />}
        onPress={() => copyText(id, copied)}
        className="md:size-7"
      />
    </span>
  )
}

function shorten(id: string): string {
  const prefix = id.slice(0, id.indexOf('_') + 1)
  return prefix + id.slice(prefix.length).slice(-shownCharacters)
}
