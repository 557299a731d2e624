import { isIPv4 } from 'node:net'

export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true
  return isIPv4(hostname) && hostname.startsWith('127.')
}

export function requireLoopback(name: string, url: string): void {
  if (isLoopback(url)) return
  throw new Error(
    `The payment sandbox starts only on a loopback address, and its ${name} is ${url}: set the Stripe keys to take real payments there.`,
  )
}
