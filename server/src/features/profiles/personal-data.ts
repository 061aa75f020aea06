import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import {
  deleteRows,
  describeOwn,
  describeTable,
  FORMER_MEMBER,
  type FoundWords,
  firstNameOf,
  type Person,
  type PersonalData,
  REMOVED_TEXT,
  updateRows,
} from '../../personal-data/classification.ts'
import type { Reader } from '../../platform/database/database.ts'
import { allowErasure, users } from '../people/index.ts'
import { documentChecks, documentNotices, documentRenewals } from './documents/tables.ts'
import { caregiverReferences } from './references/tables.ts'
import { caregiverProfiles, children, familyProfiles, pendingChanges } from './tables.ts'

/** What an erasure leaves in a caregiver's profile. */
const EMPTY_CAREGIVER = {
  ...{ fullName: FORMER_MEMBER, hidesSurname: false, timezone: 'UTC', rateCents: 0, isListed: false },
  ...{ city: '', country: '', placeId: null, latitude: null, longitude: null },
  ...{ languages: [], languageKeys: [], skills: [], skillKeys: [] },
  ...{ experienceYears: null, careAges: [], videoUrl: '', travelKm: null },
  ...{ description: '', hiddenDescription: null, hiddenAvatarFileId: null },
  ...{ rejectionReason: null, verificationOverride: null },
  ...{ govIdFrontFileId: null, govIdBackFileId: null, certificateFileId: null },
} as const

/** What an erasure leaves in a family's profile. */
const EMPTY_FAMILY = {
  ...{ emergencyName: '', emergencyPhone: '', street: '', apartment: '', neighborhood: '', postalCode: '' },
  ...{ city: '', country: '', placeId: null, cardCheckedAt: null },
  ...{ careNeeds: [], languages: [], notes: '' },
}

/** Removes the reasons that staff wrote for asking for a new file. */
const eraseReasons = updateRows(documentChecks, { reason: REMOVED_TEXT }, ({ id }) =>
  and(eq(documentChecks.caregiverId, id), ne(documentChecks.reason, '')),
)

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
        'experienceYears',
        'careAges',
        'videoUrl',
        'travelKm',
        'timezone',
        'rejectionReason',
        'verificationOverride',
        'latitude',
        'longitude',
      ],
      withheld: ['cityKey', 'skillKeys', 'languageKeys', 'searchText'],
      names: {
        fullName: 'Searched and sorted together with the rest of the profile',
        searchText: 'Made of the name, for the search',
      },
      why: 'Emptied and unlisted. The row stays, because bookings point to it',
      exports: [{ subject: 'caregiver-profile', of: caregiverProfiles.userId }],
      erase: updateRows(caregiverProfiles, EMPTY_CAREGIVER, caregiverProfiles.userId),
    }),
    describeOwn(pendingChanges, pendingChanges.caregiverId, {
      personal: ['fullName', 'description'],
      names: { fullName: 'The new name, until it is approved' },
      subject: 'pending-changes',
    }),
    describeTable(documentChecks, {
      personal: ['reason'],
      plain: ['title'],
      why: 'Stays as a record of what staff did, without their words and without the document',
      exports: [{ subject: 'document-checks', of: documentChecks.caregiverId, omit: ['checkedBy'] }],
      erase: async (transaction, leaver) => {
        await allowErasure(transaction)
        return eraseReasons(transaction, leaver)
      },
    }),
    describeOwn(documentRenewals, documentRenewals.caregiverId, {
      personal: ['declineReason'],
      subject: 'document-renewals',
    }),
    describeTable(documentNotices, {
      withheld: 'all',
      why: 'Which reminders were sent, by number of the check',
    }),
    describeTable(caregiverReferences, {
      personal: ['name', 'email'],
      withheld: ['addressHash', 'tokenHash'],
      names: {
        name: 'A referee, who needs no account',
        email: 'Where a referee is asked, who needs no account',
      },
      why: 'Deleted, also where the person is the referee',
      exports: [
        {
          subject: 'references',
          of: ({ id }) => and(eq(caregiverReferences.caregiverId, id), isNotNull(caregiverReferences.email)),
          // A caregiver doesn't learn who refused.
          omit: ['answer'],
        },
        {
          subject: 'references-given',
          of: ({ id }) =>
            sql`${caregiverReferences.email} = (SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${id})`,
          omit: ['caregiverId'],
          add: { caregiver: firstNameOf(caregiverReferences.caregiverId) },
        },
      ],
      erase: deleteRows(caregiverReferences, ({ id, emails }) =>
        or(eq(caregiverReferences.caregiverId, id), inArray(caregiverReferences.email, [...emails])),
      ),
    }),
    describeOwn(children, children.familyId, {
      personal: ['name', 'age', 'ageMonths', 'dueDate', 'notes'],
      plain: ['birthMonth'],
      subject: 'children',
    }),
    describeTable(familyProfiles, {
      personal: [
        'emergencyName',
        'emergencyPhone',
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
      why: 'Emptied. The row stays, because bookings point to it',
      exports: [{ subject: 'family-profile', of: familyProfiles.userId }],
      erase: updateRows(familyProfiles, EMPTY_FAMILY, familyProfiles.userId),
    }),
  ],
}

/** Finds the person's phone number. Addresses and names count only as they were in bookings. */
async function findWords(reader: Reader, { id }: Person): Promise<FoundWords> {
  const rows = await reader.select({ phone: users.phoneNumber }).from(users).where(eq(users.id, id))
  return { phones: rows.map(({ phone }) => phone) }
}
