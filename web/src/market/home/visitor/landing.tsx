import { useSession } from '../../../lib/session/session.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Lamp } from '../../../ui/scenes/lamp.tsx'
import { CategoryCarousel } from './category-carousel.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { SellingPoints } from './selling-points.tsx'
import { Testimonials } from './testimonials.tsx'

/** The landing page, for visitors at `/`, and for members where the end of their home leads. */
export function Landing() {
  const { isLoggedIn } = useSession()
  return (
    <>
      <Hero />
      <CategoryCarousel />
      <HowItWorks />
      <SellingPoints />
      <Testimonials />
      {!isLoggedIn && <JobsBanner />}
    </>
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
