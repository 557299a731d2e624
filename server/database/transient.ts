const CODE =
  /^(08...|53...|57P0[1-5]|57014|40001|40P01|55P03|25P03|25006|ECONN\w+|ENOTFOUND|ETIMEDOUT|EPIPE|ENOENT)$/
const MESSAGE =
  /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|query read timeout|not queryable/i

/** Whether it comes from a database that cannot be reached or is a standby, or from a query that should be repeated. */
export function isTransient(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return CODE.test(code) || MESSAGE.test(error.message)
}
