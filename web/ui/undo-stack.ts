import type { ToastAction } from './toast.ts'

const MOST = 50

/** Actions that can be undone one after the other, newest first, whether or not their toasts still show. */
export class UndoStack {
  #actions: ToastAction[] = []

  /** Returns the action as it is to be run: once, by whichever control is used first. */
  add(action: ToastAction): ToastAction {
    const once: ToastAction = {
      ...action,
      run: () => {
        if (!this.#actions.includes(once)) return
        this.#actions = this.#actions.filter((other) => other !== once)
        action.run()
      },
    }
    this.#actions = [...this.#actions, once].slice(-MOST)
    return once
  }

  get newest(): ToastAction | undefined {
    return this.#actions.at(-1)
  }
}
