import { DAY_MS } from '@tendwell/contract/time'

/** How long an answer counts. */
export const PATTERN_MS = 365 * DAY_MS
/** So many caregivers who didn't feel safe make a pattern, and so many with any no. */
const NOT_SAFE_MINIMUM = 2
const ANY_NO_MINIMUM = 3

/** What a caregiver said of a family after a visit. */
export type FamilyAnswers = {
  caregiverId: number
  isAsDescribed: boolean
  isSafe: boolean
  isKind: boolean
  createdAt: Date
  /** When staff looked at it. */
  lookedAt: Date | null
}

/** How many caregivers didn't feel safe, and how many said any no. */
export type NoCounts = { notSafe: number; anyNo: number }

const hasNo = ({ isAsDescribed, isSafe, isKind }: FamilyAnswers) => !(isAsDescribed && isSafe && isKind)

function countCaregivers(answers: readonly FamilyAnswers[]): NoCounts {
  const ids = (some: readonly FamilyAnswers[]) => new Set(some.map(({ caregiverId }) => caregiverId))
  return { notSafe: ids(answers.filter(({ isSafe }) => !isSafe)).size, anyNo: ids(answers).size }
}

const isPattern = ({ notSafe, anyNo }: NoCounts) => notSafe >= NOT_SAFE_MINIMUM || anyNo >= ANY_NO_MINIMUM

/**
 * Whether staff should look at a family: at least two caregivers didn't feel safe, or three said any no,
 * within 365 days, and nobody has looked at the answer that made it so or at a later no.
 * @param answers all of one family, the oldest first
 * @returns since when it waits, and how many caregivers said no; null if nothing waits
 * @see docs/rules/safety.md#what-caregivers-say-of-families
 */
export function findPattern(
  answers: readonly FamilyAnswers[],
  now: Date,
): (NoCounts & { since: Date }) | null {
  const counted = answers.filter(
    (answer) => hasNo(answer) && now.getTime() - answer.createdAt.getTime() < PATTERN_MS,
  )
  const first = counted.find(
    ({ lookedAt }, index) => lookedAt === null && isPattern(countCaregivers(counted.slice(0, index + 1))),
  )
  return first ? { ...countCaregivers(counted), since: first.createdAt } : null
}
