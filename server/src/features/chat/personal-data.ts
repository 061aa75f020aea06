import { eq, or, type SQL, sql } from 'drizzle-orm'
import {
  countChanged,
  describeTable,
  firstNameOf,
  isNoneOf,
  type Person,
  type PersonalData,
  REMOVED_TEXT,
} from '../../personal-data/classification.ts'
import { conversations, messages, presences } from './tables.ts'

const isMember = ({ id }: Person) => or(eq(conversations.familyId, id), eq(conversations.caregiverId, id))

/** The messages that a person wrote, or those that they received. */
const messagesOf = (person: Person, written: boolean): SQL => sql`EXISTS (
  SELECT 1 FROM ${conversations} WHERE ${conversations.id} = ${messages.conversationId} AND ${isMember(person)}
    AND (${messages.sender} = CASE WHEN ${conversations.familyId} = ${person.id} THEN 'caretaker' ELSE 'caregiver' END)
      = ${written})`

/** The side of a conversation that is not this person. */
const otherSide = ({ id }: Person) =>
  sql`CASE WHEN ${conversations.familyId} = ${id} THEN ${conversations.caregiverId} ELSE ${conversations.familyId} END`

const ownRead = ({ id }: Person) =>
  sql`CASE WHEN ${conversations.familyId} = ${id} THEN ${conversations.familyRead} ELSE ${conversations.caregiverRead} END`

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const chatData: PersonalData = {
  tables: [
    describeTable(conversations, {
      plain: ['id', 'familyId', 'caregiverId', 'lastSequence', 'lastMessageAt', 'createdAt'],
      // How far the other side has read would tell when someone in a block reads.
      withheld: ['familyRead', 'caregiverRead'],
      why: 'Stays for the other side, with "Former member"',
      exports: [
        {
          subject: 'conversations',
          of: isMember,
          add: { read_sequence: ownRead, with: (person) => firstNameOf(otherSide(person)) },
        },
      ],
    }),
    describeTable(messages, {
      personal: ['text'],
      withheld: ['clientId'],
      plain: [
        'id',
        'conversationId',
        'sequence',
        'previousSequence',
        'sender',
        'createdAt',
        'readAt',
        'hiddenAt',
        'changedAt',
        'hasContactDetails',
      ],
      why: 'The text is removed. The answers of the other side stay, without what identifies the person beyond doubt',
      exports: [{ subject: 'messages', of: (person) => messagesOf(person, true) }],
      othersTexts: {
        places: ['text'],
        toPerson: (person) => messagesOf(person, false),
        where: ({ evidence }) => isNoneOf(messages.conversationId, evidence.conversations),
      },
      erase: (transaction, leaver) =>
        countChanged(
          transaction
            .update(messages)
            .set({ text: REMOVED_TEXT, clientId: null })
            .where(
              sql`${messagesOf(leaver, true)} AND ${messages.text} <> ${REMOVED_TEXT}
                AND ${isNoneOf(messages.conversationId, leaver.evidence.conversations)}`,
            ),
        ),
    }),
    describeTable(presences, {
      plain: ['userId', 'seenAt'],
      why: 'Deleted',
      exports: [{ subject: 'last-seen', of: ({ id }) => eq(presences.userId, id) }],
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(presences).where(eq(presences.userId, id))),
    }),
  ],
}
