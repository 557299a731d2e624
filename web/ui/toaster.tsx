import { later } from '#web/later.tsx'

/** Shows what is said with `toast`. It comes after the screen: there is nothing to say yet. */
export const Toaster = later(() => import('./toasts.tsx'), 'Toasts')
