import type { StaffRole } from '@tendwell/contract/sign-in/accounts'
import { Menu, X } from 'lucide-react'
import { useId } from 'react'
import { Link, NavLink } from 'react-router'
import { useConsoleFilters } from '../../console/common/lists/use-console-filters.ts'
import { polling } from '../../console/common/polling.ts'
import { countOf } from '../../console/dashboard/queue.ts'
import { useQueueQuery } from '../../console/dashboard/queue-api.ts'
import { paths } from '../../shared/routes/paths.ts'
import { CountBadge } from '../../ui/count-badge.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useDisclosure } from '../../ui/use-disclosure.ts'
import { consoleLinks } from './console-links.ts'

/** The screens of a staff role, with how much waits on each. On small screens a button opens it. */
export function ConsoleSidebar({ role }: { role: StaffRole }) {
  const { data: queue } = useQueueQuery(undefined, polling)
  const { linkTo } = useConsoleFilters()
  const { isOpen, toggle, root, button } = useDisclosure()
  const navId = useId()
  const Icon = isOpen ? X : Menu
  return (
    <aside aria-label="Sidebar" className="on-deep relative z-30 lg:sticky lg:top-0 lg:h-dvh">
      <div ref={root}>
        <div className="flex min-h-18 items-center gap-2 px-5 max-sm:min-h-14">
          <button
            ref={button}
            type="button"
            aria-expanded={isOpen}
            aria-controls={navId}
            aria-label="Sidebar"
            onClick={toggle}
            className="-ml-2 inline-flex size-11 items-center justify-center rounded-full hover:bg-deep-line lg:hidden"
          >
            <Icon className="size-6" />
          </button>
          <Link to={paths.home} className="inline-flex min-h-11 items-center rounded-control">
            <Logo />
          </Link>
        </div>
        <nav
          id={navId}
          aria-label="Console"
          {...(isOpen && { 'data-above-toasts': '' })}
          className={`on-deep px-3 py-3 max-lg:absolute max-lg:inset-x-0 max-lg:border-t max-lg:border-deep-line ${
            isOpen ? '' : 'max-lg:hidden'
          }`}
        >
          <ul className="flex flex-col gap-1">
            {consoleLinks.map(({ label, to, icon: LinkIcon, roles }) => {
              if (!LinkIcon || !roles.includes(role)) return null
              const waiting = countOf(queue?.results ?? [], to)
              return (
                <li key={to}>
                  <NavLink
                    to={linkTo(to)}
                    end={to === paths.admin}
                    {...(waiting > 0 && { 'aria-label': `${label}, ${waiting} to do` })}
                    className="flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-on-deep-soft hover:text-on-deep aria-[current=page]:bg-deep-line aria-[current=page]:text-on-deep"
                  >
                    <LinkIcon className="size-4" />
                    {label}
                    <CountBadge count={waiting} className="ml-auto" />
                  </NavLink>
                </li>
              )
            })}
          </ul>
        </nav>
      </div>
    </aside>
  )
}
