import type { PublicCaregiver } from '@tendwell/contract/profiles/profiles'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { formatPlace } from '../../../shared/people/place.ts'
import { paths } from '../../../shared/routes/paths.ts'

const MAX_SKILLS = 3
/** Search engines show about this many characters. */
const MAX_DESCRIPTION_LENGTH = 160

const searchDescription =
  'Find nannies, doulas and newborn specialists. Search by skill, language, hourly rate and availability.'

/** The search's metadata for search engines and social cards. */
export function searchMeta() {
  return {
    title: `Find a Caregiver · ${PRODUCT_NAME}`,
    cardTitle: 'Find a Caregiver',
    description: searchDescription,
    cardDescription: searchDescription,
    path: paths.caregivers,
    picture: null,
  }
}

/**
 * A caregiver's metadata for search engines and social cards, with only what every visitor sees on the page.
 */
export function caregiverMeta(caregiver: PublicCaregiver) {
  const { id, full_name: name, avatar } = caregiver
  const place = formatPlace(caregiver)
  const skills = caregiver.skills.slice(0, MAX_SKILLS).join(', ')
  const sentences = [place && `Caregiver in ${place}`, skills, caregiver.description]
  const description = shorten(sentences.filter(Boolean).map(toSentence).join(' '))
  return {
    title: `${name} · ${PRODUCT_NAME}`,
    cardTitle: place ? `${name}, caregiver in ${place}` : `${name}, caregiver`,
    description,
    cardDescription: description,
    path: paths.caregiver(id),
    picture: avatar ? { path: avatar, name } : null,
  }
}

function toSentence(words: string): string {
  const text = words.replace(/\s+/g, ' ').trim()
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text
  const start = text.slice(0, MAX_DESCRIPTION_LENGTH - 1)
  const end = Math.max(start.lastIndexOf(' '), MAX_DESCRIPTION_LENGTH / 2)
  return `${start.slice(0, end).trimEnd()}…`
}
