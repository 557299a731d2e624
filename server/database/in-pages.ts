const PAGE = 500

/**
 * Rows of all accounts, page by page, so that neither memory nor a statement grows with their number. `readPage` gives the
 * rows after one, in a fixed order.
 */
export async function* inPages<Row>(
  readPage: (after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined
  do {
    const rows: Row[] = await readPage(last, PAGE)
    yield* rows
    last = rows.length < PAGE ? undefined : rows.at(-1)
  } while (last !== undefined)
}
