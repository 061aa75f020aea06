import PQueue from 'p-queue'

/** More would only wait for each other on a small machine. */
const CONCURRENCY = 4

/**
 * Does the same work for all items, a few at a time, because most of it waits for the database.
 * @returns the results in the order of the items
 */
export function mapSideBySide<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const queue = new PQueue({ concurrency: CONCURRENCY })
  return queue.addAll(items.map((item, index) => () => work(item, index)))
}
