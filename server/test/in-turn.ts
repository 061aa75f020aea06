/**
 * Makes several things, one after another. As many at once could wait longer for a connection to the database than
 * the product does, on a slow machine.
 */
export async function inTurn<Made>(count: number, make: () => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  while (made.length < count) made.push(await make())
  return made
}
