import type { waitingBackgroundChecksQuery } from '@tendwell/contract/console/background-checks'
import type { z } from 'zod'
import { composeList, type ListDeps, readPage } from '../../../platform/database/sorted-list.ts'
import { waitingCheckList as unmaskedCheckList } from '../../background-checks/index.ts'
import { maskEmail } from '../people/masking.ts'

/** The checks of active caregivers that need a decision. */
export const waitingCheckList = composeList(unmaskedCheckList, async (_deps, checks) =>
  checks.map(({ caregiver, ...check }) => ({
    ...check,
    caregiver: { ...caregiver, email: maskEmail(caregiver.email) },
  })),
)

/** Lists one page of the checks that need a decision, longest waiting first. */
export const listWaitingChecks = (deps: ListDeps, query: z.infer<typeof waitingBackgroundChecksQuery>) =>
  readPage(deps, waitingCheckList, query)
