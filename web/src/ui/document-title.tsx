import { useEffect } from 'react'
import { PRODUCT_NAME } from '../lib/product.ts'

/** Sets the browser tab's title: `My Requests · Tendwell`. */
export function DocumentTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} · ${PRODUCT_NAME}`
  }, [children])
  return null
}
