import { useEffect } from 'react'
import { PRODUCT_NAME, TAGLINE } from '../../lib/product.ts'
import { Landing } from './visitor/landing.tsx'

/** The landing page for members, whose home is what matters to them. */
export function WelcomePage() {
  useEffect(() => {
    document.title = `${PRODUCT_NAME} · ${TAGLINE}`
  }, [])
  return <Landing />
}
