/** The server says so in its pages. */
export const isDemoOffered = (): boolean => document.documentElement.dataset.demo !== 'off'
