import { enableCompileCache } from 'node:module'

// JavaScript, and loaded before anything else: the first TypeScript that is not in the cache makes Node load its
// compiler, which takes 18 MB. In node_modules, which only the installing user can write to, since the cache is executed.
enableCompileCache(`${import.meta.dirname}/../../node_modules/.cache/compiled`)
