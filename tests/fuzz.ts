import { spawnSync } from 'node:child_process'

/** Sends far more hostile requests than `npm test`, from three seeds, on both databases. Seeds can be given as words. */
const CASES = 500
const given = process.argv.slice(2)
const seeds = given.length > 0 ? given : Array.from({ length: 3 }, () => `${Math.floor(Math.random() * 1e9)}`)

const failed = seeds.filter((seed) => {
  console.log(`Fuzz tests. To repeat: npm run test:fuzz -- ${seed}`)
  const files = ['tests/integration/fuzz', 'tests/integration/figures.deep']
  const command = ['run', '--project', 'deep', '--project', 'deep-embedded', ...files]
  const env = { ...process.env, FUZZ_SEED: seed, FUZZ_CASES: String(CASES) }
  return spawnSync('vitest', command, { stdio: 'inherit', env }).status !== 0
})
console.log(failed.length > 0 ? `Failed with ${failed.join(', ')}` : `Passed with ${seeds.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
