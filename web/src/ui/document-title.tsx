import { PRODUCT_NAME } from '../lib/product.ts'

/** The browser tab's title: `My Requests · Tendwell`. */
export function DocumentTitle({ children }: { children: string }) {
  return <title>{`${children} · ${PRODUCT_NAME}`}</title>
}
