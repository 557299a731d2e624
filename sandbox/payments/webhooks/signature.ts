import { createHmac } from 'node:crypto'

export function signatureHeader(payload: string, secret: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
  return `t=${time},v1=${signature}`
}
