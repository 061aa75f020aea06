import { Suspense, useEffect } from 'react'
import { lazyTool } from '../../lib/browser/lazy-tool.ts'
import { PRODUCT_NAME, TAGLINE } from '../../lib/product.ts'
import { useSession } from '../../lib/session/session.ts'
import { HomeSkeleton } from './member/home-frame.tsx'
import { CategoryCarousel } from './visitor/category-carousel.tsx'
import { Hero } from './visitor/hero.tsx'
import { HowItWorks } from './visitor/how-it-works.tsx'
import { JobsBanner } from './visitor/jobs-banner.tsx'
import { SellingPoints } from './visitor/selling-points.tsx'
import { Testimonials } from './visitor/testimonials.tsx'

const MemberHome = lazyTool(async () => (await import('./member/member-home.tsx')).MemberHome)

export function HomePage() {
  useEffect(() => {
    document.title = `${PRODUCT_NAME} · ${TAGLINE}`
  }, [])
  return (
    <>
      <MemberPart />
      <Hero />
      <CategoryCarousel />
      <HowItWorks />
      <SellingPoints />
      <Testimonials />
      <JobsBanner />
    </>
  )
}

/**
 * What matters now to a family or a caregiver. Until the app knows them, main.css shows the skeleton to them
 * alone.
 */
function MemberPart() {
  const { user, isLoggedIn } = useSession()
  if (!user || !isLoggedIn) {
    return (
      <div data-for-members="" aria-hidden="true">
        <HomeSkeleton />
      </div>
    )
  }
  if (user.role === 'admin') return null
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <MemberHome key={user.id} user={user} />
    </Suspense>
  )
}
