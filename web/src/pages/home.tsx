import { Suspense, useEffect } from 'react'
import { HomeSkeleton } from '../features/home/components/home-frame.tsx'
import { lazyTool } from '../lib/browser/lazy-tool.ts'
import { PRODUCT_NAME, TAGLINE } from '../lib/product.ts'
import { useSession } from '../lib/session/session.ts'
import { CategoryCarousel } from './home/category-carousel.tsx'
import { Hero } from './home/hero.tsx'
import { HowItWorks } from './home/how-it-works.tsx'
import { JobsBanner } from './home/jobs-banner.tsx'
import { SellingPoints } from './home/selling-points.tsx'
import { Testimonials } from './home/testimonials.tsx'

const MemberHome = lazyTool(
  async () => (await import('../features/home/components/member-home.tsx')).MemberHome,
)

export function Component() {
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
