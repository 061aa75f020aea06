import { Menu, X } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { useDisclosure } from '../../ui/use-disclosure.ts'
import { getMainAction, siteLinks } from './role-links.ts'
import { useAccountPaths } from './use-account-paths.ts'

const entry = 'flex min-h-12 items-center rounded-control px-3 text-17 hover:bg-deep-line'

/** A visitor's links on small screens. Members find the site's links in their account menu. */
export function MobileMenu() {
  const { isOpen, toggle, root, button } = useDisclosure()
  const panelId = useId()
  const action = getMainAction(undefined)
  const { login, signup } = useAccountPaths()
  const Icon = isOpen ? X : Menu
  return (
    <div ref={root} className="lg:hidden">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-label="Menu"
        onClick={toggle}
        className="-mr-2 inline-flex size-11 items-center justify-center rounded-full hover:bg-deep-line"
      >
        <Icon className="size-6" />
      </button>
      <nav
        id={panelId}
        aria-label="Menu"
        hidden={!isOpen}
        data-above-toasts=""
        className="on-deep absolute inset-x-0 top-full animate-appear border-t border-deep-line shadow-soft"
      >
        <ul className="page-width flex flex-col gap-1 py-4">
          {siteLinks.map(({ label, to }) => (
            <li key={label}>
              <Link to={to} className={entry}>
                {label}
              </Link>
            </li>
          ))}
          <li>
            <Link to={login} className={entry}>
              Log in
            </Link>
          </li>
          <li>
            <Link to={signup} className={entry}>
              Sign up
            </Link>
          </li>
          <li>
            <Link to={signup} className={entry}>
              Become a Caregiver
            </Link>
          </li>
          <li className="pt-2 md:hidden">
            <Link
              to={action.to}
              className="flex min-h-12 items-center justify-center rounded-control border border-gold-thread font-semibold"
            >
              {action.label}
            </Link>
          </li>
        </ul>
      </nav>
    </div>
  )
}
