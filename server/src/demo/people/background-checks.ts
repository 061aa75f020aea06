import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import {
  decideCheck,
  findNewest,
  listChecks,
  processCheck,
  startCheck,
} from '../../features/background-checks/index.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { completeCheck } from '../../ports/background-checks/sandbox-store.ts'
import { backdate } from '../backdate.ts'
import type { Caregiver } from './accounts.ts'

/** By the caregiver's place among the verified ones: three badges, and a result that waits for staff. */
const CHECKS = [
  { place: 1, daysAgo: 40, result: 'clear' },
  { place: 2, daysAgo: 120, result: 'clear' },
  { place: 5, daysAgo: 15, result: 'clear' },
  { place: 7, daysAgo: 1, result: 'needs_review' },
] as const

/** Adds background checks of a few verified caregivers. @param staffId who compared them with the IDs */
export async function addBackgroundChecks(
  deps: Deps,
  verified: readonly Caregiver[],
  staffId: number,
): Promise<void> {
  for (const { place, daysAgo, result } of CHECKS) {
    const caregiver = verified[place]
    if (!caregiver) continue
    const past = backdate(deps, new Date(deps.clock.now().getTime() - daysAgo * DAY_MS))
    // Another provider than the stand-in gets no made-up checks.
    if (!past.backgroundChecks) return
    const { checked } = past.backgroundChecks
    await withTransaction(deps.database, (transaction) =>
      startCheck(transaction, past, caregiver.id, checked),
    )
    const started = await findNewest(deps.database, caregiver.id)
    if (!started) continue
    await processCheck(past, started.id)
    const opened = await findNewest(deps.database, caregiver.id)
    await withTransaction(deps.database, (transaction) =>
      completeCheck(transaction, past, opened?.reference ?? '', result, {
        name: caregiver.name,
        birthDate: `19${85 + place}-04-12`,
      }),
    )
    await processCheck(past, started.id)
    const [checkedNow] = (await listChecks(deps, caregiver.id))?.results ?? []
    if (result === 'clear' && checkedNow) {
      const comparedFingerprint = checkedNow.seen
      await withTransaction(deps.database, (transaction) =>
        decideCheck(transaction, past, started.id, {
          decision: 'accepted',
          reason: 'Name and date of birth as on the ID',
          comparedFingerprint,
          actorId: staffId,
        }),
      )
    }
  }
}
