/**
 * With TENDWELL_SIZE=small, each bench makes its calls and checks its answers in seconds, and judges no time.
 */
export const isSmall = process.env.TENDWELL_SIZE === 'small'

export const size = (full: number, small: number): number => (isSmall ? small : full)
