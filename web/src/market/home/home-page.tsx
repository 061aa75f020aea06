import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { lazyTool } from '../../lib/browser/lazy-parts.tsx'
import { PRODUCT_NAME, TAGLINE } from '../../lib/product.ts'
import { useSession } from '../../lib/session/session.ts'
import { paths } from '../../shared/routes/paths.ts'
import { HomeSkeleton } from './member/home-frame.tsx'
import { Landing } from './visitor/landing.tsx'

const MemberHome = lazyTool(async () => (await import('./member/member-home.tsx')).MemberHome)

/**
 * The landing page, or what matters now to a family or a caregiver. At `/welcome` they see the landing page too: one
 * screen for both addresses keeps its scripts out of what other pages load.
 * @see docs/rules/home.md
 */
export function HomePage() {
  const { user, isLoggedIn } = useSession()
  const isWelcome = useLocation().pathname === paths.welcome
  useEffect(() => {
    document.title = `${PRODUCT_NAME} · ${TAGLINE}`
  }, [])
  if (isWelcome) return <Landing />
  if (!user || !isLoggedIn) {
    // Until the app knows a member, main.css shows them the skeleton alone.
    return (
      <>
        <div data-for-members="" aria-hidden="true">
          <HomeSkeleton />
        </div>
        <div data-not-for-members="">
          <Landing />
        </div>
      </>
    )
  }
  if (user.role === 'admin') return <Landing />
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <MemberHome key={user.id} user={user} />
    </Suspense>
  )
}
