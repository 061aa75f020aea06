import { Flag } from 'lucide-react'
import { ActionMenu } from '../../../ui/action-menu.tsx'

/** What can be done about a message of the other person. Quiet until it is pointed at or focused. */
export function MessageMenu({ author, onReport }: { author: string; onReport: () => void }) {
  return (
    <span className="shrink-0 opacity-0 transition-opacity group-hover/message:opacity-100 focus-within:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-60">
      <ActionMenu
        label={`More about this message by ${author}`}
        actions={[
          { id: 'report', label: 'Report message', icon: <Flag aria-hidden="true" />, onSelect: onReport },
        ]}
      />
    </span>
  )
}
