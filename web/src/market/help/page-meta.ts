import { PRODUCT_NAME } from '../../lib/product.ts'
import { paths } from '../../shared/routes/paths.ts'

function toMeta(title: string, description: string, path: string) {
  return {
    title: `${title} · ${PRODUCT_NAME}`,
    cardTitle: title,
    description,
    cardDescription: description,
    path,
    picture: null,
  }
}

export const termsMeta = toMeta(
  'Terms of Use',
  `The rules of ${PRODUCT_NAME} in plain words: accounts, booking, payment, cancellations, disputes and reviews.`,
  paths.terms,
)
export const privacyMeta = toMeta(
  'Privacy Policy',
  `What ${PRODUCT_NAME} knows about you, who sees it, how long we keep it, and what you can do about it.`,
  paths.privacy,
)
