import { defineNotice } from '../notices/index.ts'
import { renderBackgroundCheckEnded, renderBackgroundCheckEnding } from './notice-texts.ts'

/** What caregivers hear of their background checks. @see docs/rules/background-checks.md#mails */
export const backgroundCheckNotices = [
  defineNotice('background-check.ended', (_deps, ended) => {
    const { userId, checkId, outcome } = ended
    const cause = `background-check:${checkId}:${outcome}`
    return [{ userId, cause, content: renderBackgroundCheckEnded(ended) }]
  }),
  defineNotice('background-check.ending', (_deps, { userId, checkId, validUntil }) => {
    const cause = `background-check:${checkId}:ending`
    return [{ userId, cause, content: renderBackgroundCheckEnding(validUntil) }]
  }),
]
