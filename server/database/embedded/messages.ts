import type { MaintenanceOptions } from './maintenance.ts'

export type ToWorker =
  | { kind: 'connect'; connection: number }
  | { kind: 'data'; connection: number; bytes: Uint8Array }
  | { kind: 'end'; connection: number }
  | { kind: 'close' }

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  /** Exactly one for each message received. */
  | { kind: 'answer'; connection: number; bytes: Uint8Array }
  | { kind: 'maintenance'; running: boolean }
  | { kind: 'warning'; message: string }
  | { kind: 'closed' }

export interface WorkerOptions {
  directory: string
  wasm: WebAssembly.Module
  maintenance: MaintenanceOptions
}
