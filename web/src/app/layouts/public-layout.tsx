import { routes } from '@tendwell/contract/routes'
import { Suspense } from 'react'
import { type Location, matchPath, useLocation } from 'react-router'
import { lazyTool } from '../../lib/browser/lazy-parts.tsx'
import { useMedia } from '../../lib/browser/use-media.ts'
import { useSession } from '../../lib/session/session.ts'
import { paths } from '../../shared/routes/paths.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { MainContent, SkipLink } from './main-content.tsx'

const screens = [routes.caregiver, routes.book, routes.checkout]

/**
 * Whether a screen has an action bar of its own at the bottom of a phone: with an open conversation, its
 * message field.
 */
function hasOwnBar({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  if (pathname === paths.chat) return search !== ''
  return screens.some(({ path }) => matchPath(path, pathname))
}

const ConsentBanner = lazyTool(
  async () => (await import('../../market/account/privacy/consent-banner.tsx')).ConsentBanner,
)
const TabBar = lazyTool(async () => (await import('./tab-bar.tsx')).TabBar)

/** The layout of every screen except the console's: header, content, footer, and on a phone the tabs. */
export function PublicLayout() {
  const { user, isLoggedIn } = useSession()
  const location = useLocation()
  // The chat fills the whole screen.
  const isWholeScreen = location.pathname.startsWith(paths.chat)
  const member = isLoggedIn ? user : null
  const isPhone = useMedia('phone')
  const hasTabs = member !== null && member.role !== 'admin' && !hasOwnBar(location)
  return (
    <div className={`flex min-h-dvh flex-col ${hasTabs ? 'above-tabs' : ''}`}>
      <SkipLink />
      <Header user={member} hasTabs={hasTabs} />
      {/* The footer begins below the window, also behind the tabs, so that a list that loads never moves it in sight. */}
      <MainContent className={isWholeScreen ? '' : 'min-h-[calc(100dvh-4.5rem)]'} />
      {!isWholeScreen && <Footer user={member} />}
      {member && (
        <Suspense>
          <ConsentBanner key={member.id} />
        </Suspense>
      )}
      {hasTabs && isPhone && (
        <Suspense>
          <TabBar key={member.id} user={member} />
        </Suspense>
      )}
    </div>
  )
}
