/** The first that fits; a browser names its ancestors too, so the youngest come first. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** A device in words, such as `Firefox on Windows`. @param userAgent the browser's own header, which may be anything */
export function deviceName(userAgent: string): string {
  const [, browser] = BROWSERS.find(([pattern]) => pattern.test(userAgent)) ?? []
  const [, system] = SYSTEMS.find(([pattern]) => pattern.test(userAgent)) ?? []
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
