/** The name of a child without one, by its place in the list from 0: `Child 2`. */
export function nameByPlace(index: number): string {
  return `Child ${index + 1}`
}

/** Whether a child has no name of its own: none at all, or that of its place. */
export function isUnnamed(name: string): boolean {
  return /^(Child \d+)?$/.test(name)
}

/**
 * What to call a child. An unborn one whom nobody has named yet isn't called by its place in the list.
 * @param unborn what it is called instead: `Baby` in lists, `your baby` in sentences for the family
 * @see docs/rules/profiles-and-files.md#family-profile
 */
export function nameChild(
  { name, due_date: dueDate }: { name: string; due_date: string | null },
  unborn = 'Baby',
): string {
  return dueDate !== null && isUnnamed(name) ? unborn : name
}
