export type ToWorker =
  | { kind: 'connect'; connection: number }
  | { kind: 'data'; connection: number; bytes: Uint8Array }
  | { kind: 'end'; connection: number }
  | { kind: 'close' }

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'refused'; reason: string }
  | { kind: 'data'; connection: number; bytes: Uint8Array }
  | { kind: 'disconnected'; connection: number; reason: string }
  | { kind: 'maintenance'; running: boolean }
  | { kind: 'closed' }

export interface WorkerOptions {
  directory: string
  wasm: WebAssembly.Module
}
