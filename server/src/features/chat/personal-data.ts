import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import {
  describeOwn,
  describeTable,
  firstNameOf,
  isNoneOf,
  type Person,
  type PersonalData,
  REMOVED_TEXT,
  updateRows,
} from '../../personal-data/classification.ts'
import { conversations, messages, presences } from './tables.ts'

const isMember = ({ id }: Person) => or(eq(conversations.familyId, id), eq(conversations.caregiverId, id))

/** Matches the messages that a person wrote, or, if `written` is false, those that they received. */
const messagesOf = (person: Person, written: boolean): SQL => sql`EXISTS (
  SELECT 1 FROM ${conversations} WHERE ${conversations.id} = ${messages.conversationId} AND ${isMember(person)}
    AND (${messages.sender} = CASE WHEN ${conversations.familyId} = ${person.id} THEN 'caretaker' ELSE 'caregiver' END)
      = ${written})`

/** SQL: the id of the member of a conversation who is not this person. */
const otherSide = ({ id }: Person) =>
  sql`CASE WHEN ${conversations.familyId} = ${id} THEN ${conversations.caregiverId} ELSE ${conversations.familyId} END`

/** SQL: up to which sequence of a conversation this person has read. */
const ownRead = ({ id }: Person) =>
  sql`CASE WHEN ${conversations.familyId} = ${id} THEN ${conversations.familyRead} ELSE ${conversations.caregiverRead} END`

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const chatData: PersonalData = {
  tables: [
    describeTable(conversations, {
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
      why: 'The text is removed. The answers of the other side stay, without what identifies the person beyond doubt',
      exports: [{ subject: 'messages', of: (person) => messagesOf(person, true) }],
      othersTexts: {
        place: 'text',
        toPerson: (person) => messagesOf(person, false),
        where: ({ evidence }) => isNoneOf(messages.conversationId, evidence.conversations),
      },
      erase: updateRows(messages, { text: REMOVED_TEXT, clientId: null }, (leaver) =>
        and(
          messagesOf(leaver, true),
          ne(messages.text, REMOVED_TEXT),
          isNoneOf(messages.conversationId, leaver.evidence.conversations),
        ),
      ),
    }),
    describeOwn(presences, presences.userId, { subject: 'last-seen' }),
  ],
}
