/** The server says so in its pages. Where it sells none, every account has everything. */
export const arePlansSold = (): boolean => document.documentElement.dataset.plans !== 'off'
