import { afterEach } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Set if the test did not pass on its first attempt. */
    retried?: true
  }
}

/** The report then names the tests that needed a second attempt. */
afterEach(({ task }) => {
  if (task.result?.retryCount) task.meta.retried = true
})
