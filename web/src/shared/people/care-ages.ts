import { CARE_AGE_WORDS, type CareAge } from '@tendwell/contract/profiles/caregiver-about'
import { formatList } from '../../lib/format/format.ts'

/** `newborns and babies`. */
export function formatCareAges(ages: readonly CareAge[]): string {
  return formatList(ages.map((age) => CARE_AGE_WORDS[age].many))
}
