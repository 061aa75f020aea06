import { eq, sql } from 'drizzle-orm'
import {
  countChanged,
  describeTable,
  FORMER_MEMBER,
  type FoundWords,
  type Person,
  type PersonalData,
  REMOVED_TEXT,
} from '../../personal-data/classification.ts'
import type { Reader } from '../../platform/database/database.ts'
import { allowErasure } from '../people/index.ts'
import { documentChecks, documentNotices, documentRenewals } from './documents/tables.ts'
import { caregiverProfiles, children, familyProfiles, pendingChanges } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const profilesData: PersonalData = {
  findWords,
  tables: [
    describeTable(caregiverProfiles, {
      personal: [
        'fullName',
        'city',
        'country',
        'languages',
        'skills',
        'description',
        'hiddenDescription',
        'timezone',
        'rejectionReason',
        'verificationOverride',
        'latitude',
        'longitude',
      ],
      withheld: ['cityKey', 'skillKeys', 'languageKeys', 'searchText'],
      plain: [
        'id',
        'userId',
        'placeId',
        'rateCents',
        'priceCents',
        'cancellationPolicy',
        'verificationStatus',
        'isRestricted',
        'govIdFrontFileId',
        'govIdBackFileId',
        'certificateFileId',
        'hiddenAvatarFileId',
        'hiddenAt',
        'identityChangedAt',
        'hasExpiredDocument',
        'isListed',
        'hidesSurname',
        'ratingSum',
        'ratingCount',
        'ratingHundredths',
        'createdAt',
      ],
      why: 'Emptied and unlisted. The row stays, because bookings point to it',
      exports: [{ subject: 'caregiver-profile', of: ({ id }) => eq(caregiverProfiles.userId, id) }],
      erase: (transaction, { id }) =>
        countChanged(
          transaction
            .update(caregiverProfiles)
            .set({
              fullName: FORMER_MEMBER,
              hidesSurname: false,
              city: '',
              country: '',
              placeId: null,
              latitude: null,
              longitude: null,
              rateCents: 0,
              languages: [],
              skills: [],
              skillKeys: [],
              languageKeys: [],
              description: '',
              timezone: 'UTC',
              rejectionReason: null,
              verificationOverride: null,
              govIdFrontFileId: null,
              govIdBackFileId: null,
              certificateFileId: null,
              hiddenDescription: null,
              hiddenAvatarFileId: null,
              isListed: false,
            })
            .where(eq(caregiverProfiles.userId, id)),
        ),
    }),
    describeTable(pendingChanges, {
      personal: ['fullName', 'description'],
      plain: ['caregiverId', 'changeId', 'avatarFileId', 'submittedAt'],
      why: 'Deleted',
      exports: [{ subject: 'pending-changes', of: ({ id }) => eq(pendingChanges.caregiverId, id) }],
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(pendingChanges).where(eq(pendingChanges.caregiverId, id))),
    }),
    describeTable(documentChecks, {
      personal: ['reason'],
      plain: [
        'id',
        'caregiverId',
        'document',
        'fileId',
        'result',
        'title',
        'expiresOn',
        'checkedBy',
        'checkedAt',
      ],
      why: 'Stays as a record of what staff did, without their words and without the document',
      exports: [
        {
          subject: 'document-checks',
          of: ({ id }) => eq(documentChecks.caregiverId, id),
          omit: ['checkedBy'],
        },
      ],
      erase: async (transaction, { id }) => {
        await allowErasure(transaction)
        return countChanged(
          transaction
            .update(documentChecks)
            .set({ reason: REMOVED_TEXT })
            .where(sql`${documentChecks.caregiverId} = ${id} AND ${documentChecks.reason} <> ''`),
        )
      },
    }),
    describeTable(documentRenewals, {
      personal: ['declineReason'],
      plain: ['caregiverId', 'document', 'fileId', 'submittedAt'],
      why: 'Deleted',
      exports: [{ subject: 'document-renewals', of: ({ id }) => eq(documentRenewals.caregiverId, id) }],
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(documentRenewals).where(eq(documentRenewals.caregiverId, id))),
    }),
    describeTable(documentNotices, {
      withheld: ['checkId', 'daysBefore', 'at'],
      why: 'Which reminders were sent, by number of the check',
    }),
    describeTable(children, {
      personal: ['name', 'age', 'ageMonths', 'dueDate', 'notes'],
      plain: ['id', 'familyId', 'place'],
      why: 'Deleted',
      exports: [{ subject: 'children', of: ({ id }) => eq(children.familyId, id) }],
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(children).where(eq(children.familyId, id))),
    }),
    describeTable(familyProfiles, {
      personal: [
        'phoneNumber',
        'street',
        'apartment',
        'neighborhood',
        'postalCode',
        'city',
        'country',
        'careNeeds',
        'languages',
        'notes',
      ],
      plain: ['id', 'userId', 'placeId', 'cardCheckedAt', 'createdAt'],
      why: 'Emptied. The row stays, because bookings point to it',
      exports: [{ subject: 'family-profile', of: ({ id }) => eq(familyProfiles.userId, id) }],
      erase: (transaction, { id }) =>
        countChanged(
          transaction
            .update(familyProfiles)
            .set({
              cardCheckedAt: null,
              phoneNumber: '',
              street: '',
              apartment: '',
              neighborhood: '',
              postalCode: '',
              city: '',
              country: '',
              placeId: null,
              careNeeds: [],
              languages: [],
              notes: '',
            })
            .where(eq(familyProfiles.userId, id)),
        ),
    }),
  ],
}

/** The phone number. Addresses and names count only as they were in bookings. */
async function findWords(reader: Reader, { id }: Person): Promise<FoundWords> {
  const rows = await reader
    .select({ phone: familyProfiles.phoneNumber })
    .from(familyProfiles)
    .where(eq(familyProfiles.userId, id))
  return { phones: rows.map(({ phone }) => phone) }
}
