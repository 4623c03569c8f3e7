// What axe finds on a page, in words; nothing serious is tolerated.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What can be different in other colours. */
export const ABOUT_COLOUR = ['color-contrast', 'link-in-text-block']
/** What can be different on a narrow screen. */
export const ABOUT_WIDTH = [
  'scrollable-region-focusable',
  'target-size',
  'meta-viewport',
  'button-name',
  'link-name',
]

/** Serious and critical ones, of all rules or of those given. */
export async function findings(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      // A table repeats the same finding in every row.
      nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${id}: ${html}\n  ${failureSummary?.replaceAll('\n', '\n  ')}`),
    )
}
