import pg from 'pg'

const { builtins, getTypeParser } = pg.types

/**
 * What a raw query gives, alike on both databases: int8 and numeric as strings (exact), date as `YYYY-MM-DD`
 * (a calendar date is no instant), timestamptz as Date, json parsed. Drizzle's columns convert by themselves.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    type === builtins.DATE && format !== 'binary'
      ? (value: string) => value
      : getTypeParser(type, format as 'text')) as typeof getTypeParser,
}
