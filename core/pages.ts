/** The first words of the addresses that have a page. */
export const PAGES = [
  '',
  'account',
  'auth',
  'client-portal',
  'clients',
  'dashboard',
  'expenses',
  'invoices',
  'pricing',
  'projects',
  'reports',
  'stripe-setup',
  'subscription',
  'time-tracking',
]
