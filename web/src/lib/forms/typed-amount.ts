/**
 * Keeps what people write amounts with: digits of any script, points, commas, apostrophes and spaces. Signs
 * that stand between digits become a space, so that `9-50` never reads as 950.
 */
export function keepAmountCharacters(typed: string): string {
  return toAsciiDigits(typed.normalize('NFKC'))
    .replace(/[٫·]/g, '.')
    .replace(/[٬’]/g, "'")
    .replace(/\p{L}/gu, '')
    .replace(/(?<=\d)[^\d.,' ]+(?=\d|$)/g, ' ')
    .replace(/[^\d.,' ]/g, '')
}

/**
 * Reads dollars and cents as people write them: `9.50`, `9,5`, `1,234.50`, `1.234,50`, `1 234`, `12,34,567`.
 * The last point or comma with one or two digits behind it begins the cents, and the others divide the
 * thousands. Further decimals are cut, and points and commas at the end are ignored.
 * @returns null without a digit, and for anything else, such as `9 50`
 */
export function readAmount(typed: string): number | null {
  return readDecimal(typed, 2)
}

/** Reads a number as `readAmount` does, with all its decimals and a minus in front. */
export function readNumber(typed: string): number | null {
  const number = readDecimal(typed, Number.POSITIVE_INFINITY)
  return number !== null && number !== 0 && isNegative(typed) ? -number : number
}

/** Keeps what people write numbers with. */
export function keepNumberCharacters(typed: string): string {
  return `${isNegative(typed) ? '-' : ''}${keepAmountCharacters(typed)}`
}

const isNegative = (typed: string) => /^\s*[-−]/.test(typed)

function readDecimal(typed: string, decimals: number): number | null {
  const text = keepAmountCharacters(typed)
    .replace(/([.,])\1+/g, '$1')
    .replace(/[.,' ]+$/, '')
    .trim()
  if (!/\d/.test(text)) return null
  const toNumber = (whole: string, fraction = '') =>
    Number(`${whole.replace(/\D/g, '') || '0'}.${fraction.slice(0, decimals) || '0'}`)
  if (isGrouped(text) && !/^0/.test(text)) return toNumber(text)
  const [, whole = '', fraction] = /^(.*?)(?:[.,](\d+))?$/.exec(text) ?? []
  return /^\d*$/.test(whole) || isGrouped(whole) ? toNumber(whole, fraction) : null
}

/** Whether one sign divides the thousands: `1,234`, `1.234.567`, `12 34 567`. */
function isGrouped(text: string): boolean {
  return /^\d{1,3}([.,' ])(?:\d{2,3}\1)*\d{3}$/.test(text)
}

/** Whether an amount is written in the one way that needs no explanation: `9.50`. */
export function isPlainAmount(typed: string): boolean {
  return /^\d*\.?\d{0,2}$/.test(typed)
}

function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    // The ten digits of a script follow each other, from 0.
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String(code - zero)
  })
}
