import { useEffect } from 'react'
import { PRODUCT_NAME, TAGLINE } from '../lib/product.ts'
import { CategoryCarousel } from './home/category-carousel.tsx'
import { Hero } from './home/hero.tsx'
import { HowItWorks } from './home/how-it-works.tsx'
import { JobsBanner } from './home/jobs-banner.tsx'
import { SellingPoints } from './home/selling-points.tsx'
import { Testimonials } from './home/testimonials.tsx'

export function Component() {
  useEffect(() => {
    document.title = `${PRODUCT_NAME} · ${TAGLINE}`
  }, [])
  return (
    <>
      <Hero />
      <CategoryCarousel />
      <HowItWorks />
      <SellingPoints />
      <Testimonials />
      <JobsBanner />
    </>
  )
}
