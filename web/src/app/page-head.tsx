import { PRODUCT_NAME, TAGLINE } from '../lib/product.ts'

/** A page's metadata for browsers, search engines and social cards. */
export interface PageMeta {
  /** The browser tab's title. */
  title: string
  /** The title on a social card. */
  cardTitle: string
  description: string
  cardDescription: string
  /** The canonical path, if search engines should list the page. */
  path: string | null
  /** The path of a picture and the name of the person in it. */
  picture: { path: string; name: string } | null
}

export const defaultMeta: PageMeta = {
  title: `${PRODUCT_NAME} · ${TAGLINE}`,
  cardTitle: `${PRODUCT_NAME} · ${TAGLINE}`,
  description:
    'Find nannies, doulas and newborn specialists on Tendwell. Choose your times, book and pay securely.',
  cardDescription: 'Nannies, doulas and newborn specialists, at the times that suit your family.',
  path: null,
  picture: null,
}

/** The part of the document's head that differs from page to page. */
export function PageHead({ meta, origin }: { meta: PageMeta; origin: string }) {
  const { title, cardTitle, description, cardDescription, path, picture } = meta
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:title" content={cardTitle} />
      <meta property="og:description" content={cardDescription} />
      {path && <link rel="canonical" href={origin + path} />}
      {path && <meta property="og:url" content={origin + path} />}
      {picture ? <Portrait {...picture} origin={origin} /> : <ProductCard origin={origin} />}
    </>
  )
}

/** A small card, because a portrait doesn't fit a wide one and its size is unknown here. */
function Portrait({ path, name, origin }: { path: string; name: string; origin: string }) {
  return (
    <>
      <meta property="og:image" content={new URL(path, `${origin}/`).href} />
      <meta property="og:image:alt" content={name} />
      <meta name="twitter:card" content="summary" />
    </>
  )
}

function ProductCard({ origin }: { origin: string }) {
  return (
    <>
      <meta property="og:image" content={`${origin}/social-card.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${PRODUCT_NAME}: ${TAGLINE}`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
