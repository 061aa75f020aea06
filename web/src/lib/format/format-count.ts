/** `1,240`. In a file of its own, so that the landing page doesn't load the code that formats times. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
