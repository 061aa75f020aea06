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

const isParty = ({ id }: Person) => or(eq(disputes.familyId, id), eq(disputes.caregiverId, id))

/** Questions of a person's disputes: those to their side, or those to the other one. */
const isAsked = (person: Person, own: boolean): SQL => sql`EXISTS (
  SELECT 1 FROM ${disputes} WHERE ${disputes.id} = ${disputeQuestions.disputeId} AND ${isParty(person)}
    AND (${disputeQuestions.side} = CASE WHEN ${disputes.familyId} = ${person.id} THEN 'caretaker' ELSE 'caregiver' END)
      = ${own})`

const answersTo = (person: Person, own: boolean): SQL => sql`${disputeAnswers.questionId} IN (
  SELECT ${disputeQuestions.id} FROM ${disputeQuestions} WHERE ${isAsked(person, own)})`

/** Answers in disputes that are no evidence any more. */
const isOfErased = ({ evidence }: Leaver): SQL => sql`${disputeAnswers.questionId} IN (
  SELECT ${disputeQuestions.id} FROM ${disputeQuestions}
  WHERE ${isNoneOf(disputeQuestions.disputeId, evidence.disputes)})`

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const disputesData: PersonalData = {
  tables: [
    describeTable(disputes, {
      personal: ['reason', 'otherTypeText', 'resolution'],
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
      erase: updateRows(
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
      ),
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
        { subject: 'dispute-questions', of: (person) => isAsked(person, true), omit: ['authorId'] },
        { subject: 'questions-asked', of: disputeQuestions.authorId, omit: ['text'] },
      ],
    }),
    describeTable(disputeAnswers, {
      personal: ['text'],
      why: 'Their answers are removed. Those of the other side stay as they are',
      exports: [{ subject: 'dispute-answers', of: (person) => answersTo(person, true) }],
      erase: updateRows(disputeAnswers, { text: REMOVED_TEXT }, (leaver) =>
        and(answersTo(leaver, true), isOfErased(leaver)),
      ),
    }),
  ],
}
