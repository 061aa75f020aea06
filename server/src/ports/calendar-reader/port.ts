/** Why a calendar can't be read. */
export const READING_PROBLEMS = [
  'refused',
  'unreachable',
  'missing',
  'server_error',
  'too_many_redirects',
  'too_slow',
  'too_large',
] as const
export type ReadingProblem = (typeof READING_PROBLEMS)[number]

export class ReadingError extends Error {
  readonly problem: ReadingProblem
  constructor(problem: ReadingProblem) {
    super(`The calendar can't be read: ${problem}`)
    this.problem = problem
  }
}

/** Reads calendars on the public web. @see docs/rules/calendars.md#reading */
export type CalendarReader = {
  /** @returns the text at an https address @throws ReadingError */
  read(address: string): Promise<string>
}
