declare const brand: unique symbol

/**
 * The tenant. It comes only from a row that was found by a checked session, link, job or webhook, never from a request,
 * so a query without a tenant does not compile.
 */
export type AccountId = number & { readonly [brand]: 'AccountId' }
