import type { User } from '@tendwell/contract/accounts'
import { ChevronDown, LogOut } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { useDisclosure } from '../../ui/use-disclosure.ts'
import { roleLinks } from './role-links.ts'
import { useLogOut } from './use-log-out.ts'

const entry =
  'flex min-h-11 w-full items-center gap-2.5 rounded-control px-3 font-medium hover:bg-sand focus-visible:outline-offset-[-2px]'

interface AccountMenuProps {
  user: User
  /** Turns an entry's path into its link target. */
  linkTo?: (path: string) => string
}

/** Who is logged in, where they can go, and Logout. */
export function AccountMenu({ user, linkTo = (path) => path }: AccountMenuProps) {
  const { isOpen, toggle, root, button } = useDisclosure()
  const logOut = useLogOut()
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
          aria-hidden="true"
        />
      </button>
      <div
        id={panelId}
        hidden={!isOpen}
        className="absolute top-full right-0 z-30 mt-2 w-60 animate-appear rounded-control border border-line bg-paper-raised p-1.5 text-ink shadow-soft"
      >
        <div className="border-b border-line px-3 pt-2 pb-3">
          <p className="truncate font-semibold">{user.full_name}</p>
          <p className="truncate text-13 text-ink-soft">{user.email}</p>
        </div>
        <ul className="py-1.5">
          {roleLinks[user.role].map(({ label, to }) => (
            <li key={to}>
              <Link to={linkTo(to)} className={entry}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <div className="border-t border-line pt-1.5">
          <button type="button" onClick={logOut} className={entry}>
            <LogOut className="size-4 text-ink-soft" aria-hidden="true" />
            Logout
          </button>
        </div>
      </div>
    </div>
  )
}
