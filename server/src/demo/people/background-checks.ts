import { DAY_MS } from '@tendwell/contract/time'
import {
  decideCheck,
  findNewest,
  listChecks,
  processCheck,
  startCheck,
} from '../../features/background-checks/index.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { completeCheck } from '../../ports/background-checks/sandbox-store.ts'
import { goBack } from '../backdate.ts'
import type { Caregiver, Demo } from './accounts.ts'

/** Three badges, and a result that waits for staff. */
const CHECKS = [
  { caregiver: 1, daysAgo: 40, result: 'clear', birthDate: '1986-04-12' },
  { caregiver: 2, daysAgo: 120, result: 'clear', birthDate: '1987-04-12' },
  { caregiver: 5, daysAgo: 15, result: 'clear', birthDate: '1990-04-12' },
  { caregiver: 7, daysAgo: 1, result: 'needs_review', birthDate: '1992-04-12' },
] as const

/** Adds background checks, unless another provider than the stand-in makes them. */
export async function addBackgroundChecks(demo: Demo): Promise<void> {
  for (const check of CHECKS) await addCheck(demo, check)
}

/**
 * Starts a check, lets the stand-in answer, and, if the result is clear, compares it with the ID as staff.
 */
async function addCheck(
  { deps, caregivers, adminId }: Demo,
  { caregiver: caregiverIndex, daysAgo, result, birthDate }: (typeof CHECKS)[number],
): Promise<void> {
  const { id: caregiverId, name } = caregivers[caregiverIndex] as Caregiver
  const pastDeps = goBack(deps, daysAgo * DAY_MS)
  const { database, backgroundChecks: provider } = pastDeps
  if (!provider) return
  const readCheck = async () => {
    const check = await findNewest(database, caregiverId)
    if (!check) throw new Error(`${name} has no background check`)
    return check
  }
  await withTransaction(database, (transaction) =>
    startCheck(transaction, pastDeps, caregiverId, provider.checked),
  )
  const { id } = await readCheck()
  await processCheck(pastDeps, id)
  const { reference } = await readCheck()
  await withTransaction(database, (transaction) =>
    completeCheck(transaction, pastDeps, reference ?? '', result, { name, birthDate }),
  )
  await processCheck(pastDeps, id)
  if (result === 'needs_review') return
  const [checkToDecide] = (await listChecks(deps, caregiverId))?.results ?? []
  if (!checkToDecide) throw new Error(`${name} has no background check to decide`)
  const decision = {
    decision: 'accepted',
    reason: 'Name and date of birth as on the ID',
    comparedFingerprint: checkToDecide.seen,
    actorId: adminId,
  } as const
  await withTransaction(database, (transaction) => decideCheck(transaction, pastDeps, id, decision))
}
