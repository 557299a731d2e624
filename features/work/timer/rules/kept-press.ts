type Handle = (at: Date) => void

/** Passes presses of a key on, and keeps the last one with its time until a handler is there. */
export function keptPress() {
  let handle: Handle | undefined
  let kept: Date | undefined
  return {
    press(at: Date): void {
      if (handle) handle(at)
      else kept = at
    },
    /** Returns what ends it. */
    handleWith(next: Handle): () => void {
      handle = next
      const waiting = kept
      kept = undefined
      if (waiting) next(waiting)
      return () => {
        if (handle === next) handle = undefined
      }
    },
    forget(): void {
      kept = undefined
    },
  }
}
