export interface Statement {
  text: string
  values: unknown[]
}

/** What goes to the database for one call, in order: alone, or several in one transaction. */
export type Stretch = { transaction: boolean; statements: Statement[] }

/** What the key of a recorded creation begins with: every request of the floor takes another one in its place. */
export const KEY = 'the key of a recorded creation '
