import fc from 'fast-check'

/** All random tests use the same seed, so that a change is judged by its effect. `npm run test:fuzz` tries others. */
export const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115)

fc.configureGlobal({ seed: SEED, includeErrorInReport: true })
