/**
 * A progressive JPEG holds a picture in several scans, each of which adds details: some of the 64
 * coefficients of each color component, or a further bit of them.
 * @see docs/rules/profiles-and-files.md#uploads
 */

const MARKER = 0xff
const START_OF_SCAN = 0xda
const RESTART_MARKERS = [0xd0, 0xd7] as const
const COEFFICIENTS = 64

/**
 * Whether the complete scans of a progressive JPEG have all coefficients of all components, except at most
 * the last bit of each. The picture then looks whole, and small print can be read.
 * @param photo the bytes of the file, which may end in the middle of a scan
 */
export function hasWholePicture(photo: Buffer): boolean {
  const coefficientsByComponent = new Map<number, Set<number>>()
  // The file begins with a marker of two bytes. Then each segment has a marker, two bytes for its length with
  // these two, and its data.
  let offset = 2
  while (offset + 4 <= photo.length && photo[offset] === MARKER) {
    const isScan = photo[offset + 1] === START_OF_SCAN
    const segment = photo.subarray(offset + 4, offset + 2 + photo.readUInt16BE(offset + 2))
    offset += 4 + segment.length
    if (!isScan) continue
    offset = findMarker(photo, offset)
    // The file ends within this scan, so the scan doesn't count.
    if (offset === -1 || offset + 4 > photo.length) break
    addCoefficients(coefficientsByComponent, segment)
  }
  return (
    coefficientsByComponent.size > 0 &&
    [...coefficientsByComponent.values()].every((coefficients) => coefficients.size === COEFFICIENTS)
  )
}

/**
 * Adds the coefficients of one scan, unless the scan leaves more than one bit of them to later scans.
 * @param coefficientsByComponent the coefficients so far, by component; changed
 * @param scan the scan's header: how many components, each with its tables; the first and the last
 *   coefficient; how many bits are left to later scans
 */
function addCoefficients(coefficientsByComponent: Map<number, Set<number>>, scan: Buffer): void {
  const componentCount = scan[0] ?? 0
  const [firstCoefficient = 0, lastCoefficient = -1, approximation = 0] = scan.subarray(
    1 + 2 * componentCount,
  )
  // Its lower four bits; the upper four say how many bits earlier scans left to this one.
  const missingBits = approximation & 0x0f
  if (missingBits > 1) return
  for (let index = 0; index < componentCount; index += 1) {
    const component = scan[1 + 2 * index] ?? 0
    const coefficients = coefficientsByComponent.get(component) ?? new Set()
    for (let coefficient = firstCoefficient; coefficient <= lastCoefficient; coefficient += 1)
      coefficients.add(coefficient)
    coefficientsByComponent.set(component, coefficients)
  }
}

/**
 * The position of the marker that ends a scan's data; -1 if the file ends first. Within the data, 0xFF is
 * followed by 0 or by a restart marker.
 */
function findMarker(photo: Buffer, from: number): number {
  for (let offset = photo.indexOf(MARKER, from); offset !== -1; offset = photo.indexOf(MARKER, offset + 1)) {
    const nextByte = photo[offset + 1]
    if (nextByte === undefined) return -1
    const isData =
      nextByte === 0 ||
      nextByte === MARKER ||
      (nextByte >= RESTART_MARKERS[0] && nextByte <= RESTART_MARKERS[1])
    if (!isData) return offset
  }
  return -1
}
