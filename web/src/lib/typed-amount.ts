/** Keeps what people write amounts with: digits of any script, points, commas, apostrophes and spaces. */
export function keepAmountCharacters(typed: string): string {
  return toAsciiDigits(typed.normalize('NFKC'))
    .replace(/[٫·]/g, '.')
    .replace(/[٬’]/g, "'")
    .replace(/[^\d.,' ]/g, '')
}

/**
 * Reads dollars and cents as people write them: `9.50`, `9,5`, `1,234.50`, `1.234,50`, `1 234`, `12,34,567`. The last
 * point or comma with one or two digits behind it begins the cents, and the others divide the thousands. Further
 * decimals are cut.
 * @returns null without a digit
 */
export function readAmount(typed: string): number | null {
  return readDecimal(typed, 2)
}

/** Reads a number as `readAmount` does, with all its decimals and a minus in front. @returns null without a digit */
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
  const text = keepAmountCharacters(typed).replace(/[' ]/g, '')
  if (!/\d/.test(text)) return null
  const digits = (part: string) => part.replace(/\D/g, '')
  if (isInThousands(text)) return Number(digits(text))
  const end = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (end === -1) return Number(text)
  return Number(`${digits(text.slice(0, end)) || '0'}.${text.slice(end + 1, end + 1 + decimals) || '0'}`)
}

/** Whether every point or comma divides thousands: `1,234`, `1.234.567`, `12,34,567`. */
function isInThousands(text: string): boolean {
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) || /^\d{1,3}([.,])\d{2,3}(?:\1\d{2,3})*\1\d{3}$/.test(text)
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
