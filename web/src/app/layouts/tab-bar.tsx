import type { User } from '@tendwell/contract/sign-in/accounts'
import {
  CalendarCheck,
  CalendarDays,
  CircleUser,
  Inbox,
  type LucideIcon,
  MessageCircle,
  Search,
  Wallet,
} from 'lucide-react'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { useConversationsInfiniteQuery } from '../../market/chat/chat-api.ts'
import { paths } from '../../shared/routes/paths.ts'
import { useHomeQuery } from '../../shared/visits/home-api.ts'
import { CountBadge } from '../../ui/count-badge.tsx'
import { useDisclosure } from '../../ui/use-disclosure.ts'
import { AccountLinks } from './account-links.tsx'

interface Tab {
  label: string
  to: string
  icon: LucideIcon
  /** What waits there. */
  count: number
  /** What is counted, for screen readers. */
  counted: string
}

/** A phone's menu at the bottom of the screen. @see docs/rules/home.md#bottom-bar */
export function TabBar({ user }: { user: User }) {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-paper-raised pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="relative grid auto-cols-fr grid-flow-col">
        {useTabs(user).map(({ label, to, icon: Icon, count, counted }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={pathname === to ? 'page' : undefined}
              aria-label={count > 0 ? `${label}, ${count} ${counted}` : label}
              className={tab}
            >
              <Icon className="size-5" />
              {label}
              <CountBadge count={count} className="absolute top-1 left-1/2 ml-1.5" />
            </Link>
          </li>
        ))}
        <li>
          <AccountTab user={user} />
        </li>
      </ul>
    </nav>
  )
}

const tab =
  'relative flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-13 max-[23rem]:tracking-tighter font-medium text-ink-soft focus-visible:-outline-offset-2 aria-[current=page]:text-forest aria-expanded:text-forest'

function useTabs({ role }: User): Tab[] {
  const { data: home } = useHomeQuery()
  const { data: conversations } = useConversationsInfiniteQuery()
  const open = (home?.open_requests.count ?? 0) + (home?.meetings_to_answer ?? 0)
  const moves = home?.move_to_answer?.count ?? 0
  const messages = {
    label: 'Messages',
    to: paths.chat,
    icon: MessageCircle,
    count: conversations?.pages[0]?.unread_total ?? 0,
    counted: 'unread',
  }
  if (role === 'caregiver') {
    return [
      { label: 'Requests', to: paths.incomingRequests, icon: Inbox, count: open, counted: 'to answer' },
      {
        label: 'Bookings',
        to: paths.caregiverBookings,
        icon: CalendarCheck,
        count: moves,
        counted: 'to answer',
      },
      { label: 'Calendar', to: paths.availability, icon: CalendarDays, count: 0, counted: '' },
      { label: 'Wallet', to: paths.wallet, icon: Wallet, count: 0, counted: '' },
      messages,
    ]
  }
  return [
    { label: 'Find', to: paths.caregivers, icon: Search, count: 0, counted: '' },
    {
      label: 'Bookings',
      to: paths.bookings,
      icon: CalendarCheck,
      count: open + moves,
      counted: moves === 0 ? 'to pay' : open === 0 ? 'to answer' : 'to pay or answer',
    },
    messages,
  ]
}

function AccountTab({ user }: { user: User }) {
  const { isOpen, toggle, root, button } = useDisclosure()
  const panelId = useId()
  return (
    <div ref={root}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={toggle}
        className={tab}
      >
        <CircleUser className="size-5" />
        Account
      </button>
      <div
        id={panelId}
        hidden={!isOpen}
        className="absolute inset-x-0 bottom-full max-h-[calc(100dvh-8rem)] animate-appear overflow-y-auto border-t border-line bg-paper-raised p-2 shadow-soft"
      >
        <AccountLinks user={user} hasSiteLinks />
      </div>
    </div>
  )
}
