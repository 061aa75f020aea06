import type { LucideIcon } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

interface FactorRowProps {
  icon: LucideIcon
  name: string
  facts: string
  onRename: () => void
  onRemove: () => void
  /** Why it can't be removed now. */
  obstacle?: string | undefined
}

/** A passkey or an authenticator app. */
export function FactorRow({ icon: Icon, name, facts, onRename, onRemove, obstacle }: FactorRowProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-sand text-forest">
        <Icon className="size-5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1 max-sm:basis-48">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="mt-0.5 text-13 text-ink-soft">{facts}</p>
        {obstacle && <p className="mt-1.5 text-13 text-ink-soft">{obstacle}</p>}
      </div>
      <div className="flex gap-2 max-sm:ml-15">
        <Button variant="secondary" size="small" aria-label={`Rename ${name}`} onPress={onRename}>
          Rename
        </Button>
        {!obstacle && (
          <Button variant="secondary" size="small" aria-label={`Remove ${name}`} onPress={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </li>
  )
}
