import { Suspense, useEffect } from 'react'
import { lazyTool } from '../../lib/browser/lazy-parts.tsx'
import { PRODUCT_NAME, TAGLINE } from '../../lib/product.ts'
import { useSession } from '../../lib/session/session.ts'
import { paths } from '../../shared/routes/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Lamp } from '../../ui/scenes/lamp.tsx'
import { HomeSkeleton } from './member/home-frame.tsx'
import { CategoryCarousel } from './visitor/category-carousel.tsx'
import { Hero } from './visitor/hero.tsx'
import { HowItWorks } from './visitor/how-it-works.tsx'
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

function JobsBanner() {
  return (
    <section aria-label="For caregivers" className="page-width py-16 lg:py-28">
      <div className="grid items-center gap-8 overflow-hidden rounded-card border border-line bg-paper-raised p-8 shadow-soft sm:p-12 md:grid-cols-[1fr_18rem] lg:px-20">
        <div>
          <p className="eyebrow">For caregivers</p>
          <h2 className="mt-3 text-28 lg:text-40">Looking for jobs?</h2>
          <p className="mt-4 max-w-md text-17 text-ink-soft">
            Set your own hours and rate, meet families who value your work, and get paid without chasing
            invoices.
          </p>
          <ButtonLink to={paths.signup} size="large" className="mt-8">
            Become a Caregiver
          </ButtonLink>
        </div>
        <div className="mx-auto w-56 md:w-full">
          <Lamp />
        </div>
      </div>
    </section>
  )
}
