const CODE =
  /^(08...|53...|57P0[1-5]|57014|40001|40P01|55P03|25P03|25006|ECONN\w+|ENOTFOUND|ETIMEDOUT|EPIPE|ENOENT)$/
const MESSAGE =
  /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|query read timeout|not queryable/i

/** True if the database cannot be reached or is a standby, or if the query should be repeated. */
export function isTransient(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return CODE.test(code) || MESSAGE.test(error.message)
}
