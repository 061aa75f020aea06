import type { pendingChangesQuery } from '@tendwell/contract/console/users'
import type { z } from 'zod'
import { composeList, type ListDeps, readPage } from '../../../platform/database/sorted-list.ts'
import { pendingChangeList as unmaskedChangeList } from '../../profiles/index.ts'
import { maskEmail } from '../people/masking.ts'

/** The waiting profile changes of active caregivers, with masked emails. */
export const pendingChangeList = composeList(unmaskedChangeList, async (_deps, changes) =>
  changes.map((change) => ({ ...change, email: maskEmail(change.email) })),
)

/** Lists one page of the changes, by default longest waiting first. */
export const listPendingChanges = (deps: ListDeps, query: z.infer<typeof pendingChangesQuery>) =>
  readPage(deps, pendingChangeList, query)
