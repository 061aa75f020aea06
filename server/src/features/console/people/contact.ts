import type { FamilyFacts, ShownContact } from '@tendwell/contract/console/people'
import type { AccessReason } from '@tendwell/contract/staff/staff-access'
import type { Deps } from '../../../deps.ts'
import { type Reader, withTransaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { StaffActor } from '../../../platform/http/access.ts'
import { audit, findUser } from '../../people/index.ts'
import { countChildren, findFamilyContact } from '../../profiles/index.ts'
import { maskLine } from './masking.ts'
import { countOpenedPerson } from './show-limit.ts'

/** A family's facts for its record, with a masked address; null for people who aren't a family. */
export async function readFamilyFacts(reader: Reader, userId: number): Promise<FamilyFacts | null> {
  const contact = await findFamilyContact(reader, userId)
  if (!contact) return null
  return {
    ...contact,
    street: maskLine(contact.street),
    apartment: maskLine(contact.apartment),
    postal_code: maskLine(contact.postal_code),
    children: await countChildren(reader, userId),
  }
}

/**
 * Shows a member of staff the contact details that a person's record masks, after they gave a reason. An
 * audit entry is committed before the details are sent. Finance see the email only.
 * @throws AppError 404 for an unknown id; 429 after 60 people in a day
 * @see docs/rules/console.md#what-is-read-is-recorded
 */
export async function showContact(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  { actor, address }: StaffActor,
  { userId, reason }: { userId: number; reason: AccessReason },
): Promise<ShownContact> {
  return withTransaction(deps.database, async (transaction) => {
    const user = await findUser(transaction, userId)
    if (!user) throw notFound()
    await countOpenedPerson(transaction, deps, { actorId: actor.id, personId: userId })
    await audit(transaction, {
      at: deps.clock.now(),
      actorId: actor.id,
      action: 'contact.opened',
      subject: `user:${userId}`,
      after: { reason },
      address,
    })
    if (actor.staffRole === 'finance') return { email: user.email, phone_number: null, family: null }
    const family = await findFamilyContact(transaction, userId)
    return { email: user.email, phone_number: user.phoneNumber, family }
  })
}
