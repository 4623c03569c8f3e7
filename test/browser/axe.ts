// What axe finds on a page, in words; nothing serious is tolerated.
import { expect as expectSoon, type Page } from '@playwright/test'
import { type AxeResults, type RunOptions, source } from 'axe-core'
import { comeToRest } from './visit.ts'

/** What can be different in other colours. */
const ABOUT_COLOUR = ['color-contrast', 'link-in-text-block']
/** What can be different on a narrow screen. */
const ABOUT_WIDTH = [
  'scrollable-region-focusable',
  'target-size',
  'meta-viewport',
  'button-name',
  'link-name',
]

/** Until what moves has come to rest: half faded in, nothing has its colour yet. What turns for ever is not waited for. */
const STILL = `Promise.allSettled(document.getAnimations()
  .filter(each => Number.isFinite(each.effect.getComputedTiming().endTime))
  .map(each => each.finished)).then(() => undefined)`

/** Serious and critical ones, of all rules or of those given. */
export async function findings(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(STILL)
  // There are no frames to look into, and what looks at a page is brought there once.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(source)
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      // A table repeats the same finding in every row.
      nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${id}: ${html}\n  ${failureSummary?.replaceAll('\n', '\n  ')}`),
    )
}

/** The page itself never scrolls sideways; tables scroll inside their frame. */
export const overhang = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Nothing serious in light and dark, wide and narrow; leaves the page as it was. */
export async function expectFine(page: Page): Promise<void> {
  const size = page.viewportSize()!
  expectSoon(await findings(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectSoon(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expectSoon(await findings(page, ABOUT_COLOUR)).toEqual([])
  await page.setViewportSize({ width: 375, height: 740 })
  await expectSoon.poll(() => overhang(page)).toBe(0)
  expectSoon(await findings(page, ABOUT_WIDTH)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(size)
  await expectSoon(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await comeToRest(page)
}
