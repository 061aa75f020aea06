import { DAY_MS } from '@tendwell/contract/time'

/** For how long an answer counts. */
export const PATTERN_MS = 365 * DAY_MS
/**
 * How many caregivers make a pattern: this many who didn't feel safe, or this many who answered any question
 * with no.
 */
const NOT_SAFE_MINIMUM = 2
const ANY_NO_MINIMUM = 3

/** What a caregiver said of a family after a visit. */
export type FamilyAnswers = {
  caregiverId: number
  isAsDescribed: boolean
  isSafe: boolean
  isKind: boolean
  createdAt: Date
  /** When staff looked at the answers. */
  lookedAt: Date | null
}

/** How many caregivers didn't feel safe, and how many answered any question with no. */
export type NoCounts = { notSafe: number; anyNo: number }

const hasAnyNo = ({ isAsDescribed, isSafe, isKind }: FamilyAnswers) => !(isAsDescribed && isSafe && isKind)

/** Counts the caregivers who gave these answers, each once. @param answers only such with a no */
function countCaregiversWithNo(answers: readonly FamilyAnswers[]): NoCounts {
  const toCaregiverIds = (someAnswers: readonly FamilyAnswers[]) =>
    new Set(someAnswers.map(({ caregiverId }) => caregiverId))
  return {
    notSafe: toCaregiverIds(answers.filter(({ isSafe }) => !isSafe)).size,
    anyNo: toCaregiverIds(answers).size,
  }
}

const isPattern = ({ notSafe, anyNo }: NoCounts) => notSafe >= NOT_SAFE_MINIMUM || anyNo >= ANY_NO_MINIMUM

/**
 * Whether staff should look at a family. Within 365 days, at least two caregivers didn't feel safe, or three
 * answered any question with no; and staff haven't looked at the answer that completed this pattern, or at a
 * later no.
 * @param answers all answers about one family, the oldest first
 * @returns since when the family waits to be looked at, and how many caregivers answered no; null if it
 *   doesn't wait
 * @see docs/rules/safety.md#what-caregivers-say-of-families
 */
export function findPattern(
  answers: readonly FamilyAnswers[],
  now: Date,
): (NoCounts & { since: Date }) | null {
  const countedAnswers = answers.filter(
    (answer) => hasAnyNo(answer) && now.getTime() - answer.createdAt.getTime() < PATTERN_MS,
  )
  const waitingAnswer = countedAnswers.find(
    ({ lookedAt }, index) =>
      lookedAt === null && isPattern(countCaregiversWithNo(countedAnswers.slice(0, index + 1))),
  )
  return waitingAnswer ? { ...countCaregiversWithNo(countedAnswers), since: waitingAnswer.createdAt } : null
}
