/** Where the session is asked for: apart from the contract, for a first page that brings nothing that reads an answer. */
export const WHO_AM_I = '/api/users/me'
