/** Makes the same call many times at once; both databases have to keep the calls apart. */
export const atOnce = <Result>(count: number, call: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))

export const statuses = (answers: { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted()

export const repeated = (status: number, count: number): number[] => Array(count).fill(status)
