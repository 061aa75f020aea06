import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { useDisclosure } from '../../ui/use-disclosure.ts'
import { AccountLinks, type AccountLinksProps } from './account-links.tsx'

/** The header's menu of the person who is logged in. */
export function AccountMenu(props: AccountLinksProps) {
  const { user } = props
  const { isOpen, toggle, root, button } = useDisclosure()
  const panelId = useId()
  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-label={`Account: ${user.full_name}`}
        onClick={toggle}
        className="flex min-h-11 items-center gap-1.5 rounded-full transition-colors max-sm:px-1 sm:pr-2 hover:bg-deep-line"
      >
        <Avatar name={user.full_name} src={user.avatar} size="small" />
        <ChevronDown
          className={`hidden size-4 transition-transform sm:block ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div
        id={panelId}
        hidden={!isOpen}
        className="absolute top-full right-0 z-30 mt-2 max-h-[calc(100dvh-6rem)] w-60 animate-appear overflow-y-auto rounded-control border border-line bg-paper-raised p-1.5 text-ink shadow-soft"
      >
        <AccountLinks {...props} />
      </div>
    </div>
  )
}
