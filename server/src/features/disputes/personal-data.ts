import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import {
  deleteRows,
  describeTable,
  firstNameOf,
  isNoneOf,
  type Leaver,
  type Person,
  type PersonalData,
  REMOVED_TEXT,
  updateRows,
} from '../../personal-data/classification.ts'
import { disputeAnswers, disputeEvidence, disputeQuestions, disputes } from './tables.ts'

/** The SQL condition that a person is one of the two sides of a dispute. */
const isParty = ({ id }: Person) => or(eq(disputes.familyId, id), eq(disputes.caregiverId, id))

/** The SQL condition that a question was asked of a person's side, in a dispute of theirs. */
const isAskedOf = (person: Person): SQL => sql`EXISTS (
  SELECT 1 FROM ${disputes} WHERE ${disputes.id} = ${disputeQuestions.disputeId} AND ${isParty(person)}
    AND ${disputeQuestions.side} = CASE WHEN ${disputes.familyId} = ${person.id} THEN 'caretaker' ELSE 'caregiver' END)`

/** The SQL condition that a person gave an answer: it is to a question that was asked of their side. */
const isAnswerOf = (person: Person): SQL => sql`${disputeAnswers.questionId} IN (
  SELECT ${disputeQuestions.id} FROM ${disputeQuestions} WHERE ${isAskedOf(person)})`

/** The SQL condition that an answer is in a dispute that is no evidence any more (`findEvidence`). */
const isNoEvidence = ({ evidence }: Leaver): SQL => sql`${disputeAnswers.questionId} IN (
  SELECT ${disputeQuestions.id} FROM ${disputeQuestions}
  WHERE ${isNoneOf(disputeQuestions.disputeId, evidence.disputes)})`

const eraseReasons = updateRows(
  disputes,
  {
    reason: REMOVED_TEXT,
    otherTypeText: sql`CASE WHEN ${disputes.otherTypeText} IS NULL THEN NULL ELSE ${REMOVED_TEXT} END`,
  },
  ({ id, evidence }) =>
    and(
      eq(disputes.familyId, id),
      ne(disputes.reason, REMOVED_TEXT),
      isNoneOf(disputes.id, evidence.disputes),
    ),
)
const eraseResponses = updateRows(disputes, { response: REMOVED_TEXT }, ({ id, evidence }) =>
  and(
    eq(disputes.caregiverId, id),
    ne(disputes.response, REMOVED_TEXT),
    isNoneOf(disputes.id, evidence.disputes),
  ),
)

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const disputesData: PersonalData = {
  tables: [
    describeTable(disputes, {
      personal: ['reason', 'otherTypeText', 'response', 'resolution'],
      plain: ['type'],
      why: 'Amounts and outcome stay, by law. What this person wrote is removed, and the rest stays as it is',
      exports: [
        {
          subject: 'disputes',
          of: disputes.familyId,
          omit: ['assigneeId'],
          add: { caregiver: firstNameOf(disputes.caregiverId) },
        },
        {
          subject: 'disputes-about-me',
          of: disputes.caregiverId,
          omit: ['assigneeId'],
          add: { family: firstNameOf(disputes.familyId) },
        },
      ],
      erase: async (transaction, leaver) =>
        (await eraseReasons(transaction, leaver)) + (await eraseResponses(transaction, leaver)),
    }),
    describeTable(disputeEvidence, {
      personal: ['caption'],
      why: 'Deleted, with the files',
      exports: [{ subject: 'dispute-evidence', of: disputeEvidence.uploaderId }],
      erase: deleteRows(disputeEvidence, ({ id, evidence }) =>
        and(eq(disputeEvidence.uploaderId, id), isNoneOf(disputeEvidence.disputeId, evidence.disputes)),
      ),
    }),
    describeTable(disputeQuestions, {
      personal: ['text'],
      why: 'Questions stay as staff wrote them',
      exports: [
        { subject: 'dispute-questions', of: (person) => isAskedOf(person), omit: ['authorId'] },
        { subject: 'questions-asked', of: disputeQuestions.authorId, omit: ['text'] },
      ],
    }),
    describeTable(disputeAnswers, {
      personal: ['text'],
      why: 'Their answers are removed. Those of the other side stay as they are',
      exports: [{ subject: 'dispute-answers', of: (person) => isAnswerOf(person) }],
      erase: updateRows(disputeAnswers, { text: REMOVED_TEXT }, (leaver) =>
        and(isAnswerOf(leaver), isNoEvidence(leaver)),
      ),
    }),
  ],
}
