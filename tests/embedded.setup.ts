import { ensureMigratedEmbedded } from './migrated-databases.ts'

export default function setup() {
  ensureMigratedEmbedded()
}
