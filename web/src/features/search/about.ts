import type { Drawing } from '@tendwell/contract/drawing'
import type { PublicCaregiver } from '@tendwell/contract/profiles'
import { paths } from '../../lib/paths.ts'

const skillsNamed = 3
/** Search engines show about so much. */
const longestDescription = 160

/** What search engines and social cards say of the search. */
export function aboutSearch(): Drawing['about'] {
  return {
    title: 'Find a Caregiver',
    description:
      'Verified nannies, doulas and newborn specialists near you: choose by skill, language, hourly rate and free hours.',
    path: paths.caregivers,
    picture: null,
  }
}

/** What search engines and social cards say of a caregiver: what her page shows every visitor. */
export function aboutCaregiver(caregiver: PublicCaregiver): Drawing['about'] {
  const { id, full_name: name, avatar } = caregiver
  const place = [caregiver.city, caregiver.country].filter(Boolean).join(', ')
  const skills = caregiver.skills.slice(0, skillsNamed).join(', ')
  const sentences = [place && `Verified caregiver in ${place}`, skills, caregiver.description]
  return {
    title: place ? `${name}, caregiver in ${place}` : `${name}, caregiver`,
    description: shortened(sentences.filter(Boolean).map(asSentence).join(' ')),
    path: paths.caregiver(id),
    picture: avatar ? { path: avatar, name } : null,
  }
}

function asSentence(words: string): string {
  const text = words.replace(/\s+/g, ' ').trim()
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

function shortened(text: string): string {
  if (text.length <= longestDescription) return text
  const cut = text.slice(0, longestDescription - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longestDescription / 2)).trimEnd()}…`
}
