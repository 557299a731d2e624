const WITHOUT_DECIMALS = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const WITH_THREE_DECIMALS = 'bhd jod kwd omr tnd'.split(' ')
/** Two decimals, which have to be zero. */
const WHOLE_ONLY = ['isk', 'ugx']

/** As the provider counts amounts, which for some currencies is not what is usual. */
export function decimalsOf(currency: string): number {
  if (WITHOUT_DECIMALS.includes(currency)) return 0
  return WITH_THREE_DECIMALS.includes(currency) ? 3 : 2
}

/** Amounts to charge are a multiple of this. */
export function stepOf(currency: string): number {
  if (WHOLE_ONLY.includes(currency)) return 100
  return WITH_THREE_DECIMALS.includes(currency) ? 10 : 1
}
