import { join } from 'node:path'

/** For processes that a test starts: what Node compiled of the app for an earlier one is not compiled again. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled'),
}
