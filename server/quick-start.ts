import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Comes before everything else is read, and halves the time that takes: 0.7 s instead of 1.6 s on a slow machine.
 *
 * What was compiled once is kept. It is kept where only whoever installs can write, since it is run.
 */
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))

const DRIZZLE = new URL('../node_modules/drizzle-orm/', import.meta.url).href

/** Drizzle's package.json has 180 kB, and Node would read all of it for each of a hundred files, to see that it is a module. */
registerHooks({
  resolve: (specifier, context, resolve) =>
    specifier.startsWith('.') && context.parentURL?.startsWith(DRIZZLE)
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : resolve(specifier, context),
})
