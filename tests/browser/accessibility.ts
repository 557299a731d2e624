import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'

declare global {
  /** In a page, once it has run `AXE`. */
  var axe: typeof axeCore
}

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** By axe, in light and dark colors; and nothing scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectSoundLayout(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectContrast(page)
  }
}

export const LOOKS = [
  { viewport: SIZES.desktop, colorScheme: 'light' },
  { viewport: SIZES.phone, colorScheme: 'dark' },
] as const

/** By axe, on a wide screen in light colors and on a phone in dark ones. Colors do not depend on the size. */
export async function expectAccessibleAtEverySize(page: Page): Promise<void> {
  for (const look of LOOKS) await expectAccessibleIn(page, look)
}

export async function expectAccessibleIn(page: Page, look: (typeof LOOKS)[number]): Promise<void> {
  const { viewport, colorScheme } = look
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  await page.evaluate(drawnAnew)
  await expectSoundLayout(page)
  await expectContrast(page)
}

/** A list turns from rows into cards in the first frame of another size. At the top, no bar covers a part of a button. */
function drawnAnew() {
  scrollTo(0, 0)
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** The narrowest phone, a tablet in either orientation. */
const WIDTHS = [320, 768, 1024]

/** At these widths, too, nothing scrolls sideways. */
export async function expectToFit(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    // Charts are drawn anew for another width after it is there.
    await expect.poll(() => page.evaluate(sideways), `${page.url()} at ${width}`).toBe(0)
  }
}

async function expectSoundLayout(page: Page): Promise<void> {
  if (await page.evaluate(() => !('axe' in window))) await injectAxe(page)
  const found = await page.evaluate(() =>
    axe.run({
      resultTypes: ['violations'],
      // Off by default, although WCAG 2.2 AA asks for it.
      rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: true } },
    }),
  )
  expect(inWords(found.violations)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** By the protocol itself, where V8 finds what it compiled for an earlier page; for `page.evaluate` it compiles anew. */
async function injectAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: AXE })
  await session.detach()
}

/** The colors that were found to be legible, on whichever page. */
const legible = new Set<string>()

/** Contrast is the costliest rule: each color on each background is checked once. */
async function expectContrast(page: Page): Promise<void> {
  const { colors, violations } = await page.evaluate(contrastOfNewColors, [...legible])
  expect(inWords(violations)).toEqual([])
  for (const color of colors) legible.add(color)
}

/** Runs in the page. */
async function contrastOfNewColors(known: string[]) {
  const texts = new Map<string, Element>()
  const isTransparent = (color: string) => color === 'transparent' || /, 0\)|\/ 0\)/.test(color)
  for (const element of document.querySelectorAll('body *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim())
    if (!(hasText || element.matches('input, select, textarea')) || !element.checkVisibility()) continue
    const { color, fontSize, fontWeight } = getComputedStyle(element)
    const behind: string[] = []
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at)
      if (opacity !== '1') behind.push(opacity)
      if (backgroundImage !== 'none') behind.push(backgroundImage)
      if (isTransparent(backgroundColor)) continue
      behind.push(backgroundColor)
      if (/^rgb\(\d/.test(backgroundColor) && opacity === '1') break
    }
    const key = [color, fontSize, fontWeight, ...behind].join(' ')
    if (!texts.has(key)) texts.set(key, element)
  }
  for (const key of known) texts.delete(key)
  if (texts.size === 0) return { colors: [], violations: [] }
  const { violations } = await axe.run(
    { include: [...texts.values()] },
    { resultTypes: ['violations'], runOnly: ['color-contrast'] },
  )
  return { colors: [...texts.keys()], violations }
}

const inWords = (violations: axeCore.Result[]): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
