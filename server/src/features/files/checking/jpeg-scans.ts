/** What the scans of a progressive JPEG bring. @see docs/rules/profiles-and-files.md#uploads */

const MARKER = 0xff
const START_OF_SCAN = 0xda
const RESTARTS = [0xd0, 0xd7] as const
const COEFFICIENTS = 64

/**
 * Whether the complete scans of a progressive JPEG bring each coefficient of each component but for its last
 * bit. What is missing then only makes them finer: the picture is whole to the eye, and small print can be
 * read.
 * @param photo its bytes, which may end in the middle of a scan
 */
export function hasWholePicture(photo: Buffer): boolean {
  const known = new Map<number, Set<number>>()
  let at = 2
  while (at + 4 <= photo.length && photo[at] === MARKER) {
    const isScan = photo[at + 1] === START_OF_SCAN
    const segment = photo.subarray(at + 4, at + 2 + photo.readUInt16BE(at + 2))
    at += 4 + segment.length
    if (!isScan) continue
    at = findMarker(photo, at)
    // The scan that the end is missing of.
    if (at === -1 || at + 4 > photo.length) break
    addCoefficients(known, segment)
  }
  return known.size > 0 && [...known.values()].every((coefficients) => coefficients.size === COEFFICIENTS)
}

/**
 * @param scan the header: how many components, each with its tables, from which coefficient to which, and how
 *   many bits it leaves to later scans
 */
function addCoefficients(known: Map<number, Set<number>>, scan: Buffer): void {
  const components = scan[0] ?? 0
  const [first = 0, last = -1, approximation = 0] = scan.subarray(1 + 2 * components)
  const missingBits = approximation & 0x0f
  if (missingBits > 1) return
  for (let index = 0; index < components; index += 1) {
    const component = scan[1 + 2 * index] ?? 0
    const coefficients = known.get(component) ?? new Set()
    for (let one = first; one <= last; one += 1) coefficients.add(one)
    known.set(component, coefficients)
  }
}

/**
 * The next marker after a scan's data, in which 0xFF is followed by 0 or a restart; -1 if the data ends
 * first.
 */
function findMarker(photo: Buffer, from: number): number {
  for (let at = photo.indexOf(MARKER, from); at !== -1; at = photo.indexOf(MARKER, at + 1)) {
    const next = photo[at + 1]
    if (next === undefined) return -1
    const isData = next === 0 || next === MARKER || (next >= RESTARTS[0] && next <= RESTARTS[1])
    if (!isData) return at
  }
  return -1
}
