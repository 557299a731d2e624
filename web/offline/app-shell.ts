/** The page of every screen of the app, as the service worker keeps it. */
export const APP_SHELL = '/app-shell.html'

/** Tells a waiting service worker to take over. */
export const ACTIVATE = 'activate'
