import { installNeeds, missingNeeds } from './needs.ts'

/** Installs the programs that the tests need beyond npm where it can, and names those that are missing. */
installNeeds(true)
const missing = missingNeeds(true)
for (const { name, packages } of missing)
  console.error(`${name} is missing: install it (Debian: apt-get install ${packages.join(' ')}).`)
process.exit(missing.length > 0 ? 1 : 0)
