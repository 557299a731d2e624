declare const brand: unique symbol

/**
 * The tenant. It comes only out of a row that was found by a checked session, portal token or webhook, never
 * out of a request, so that a query without a tenant does not compile.
 */
export type AccountId = number & { readonly [brand]: 'AccountId' }
