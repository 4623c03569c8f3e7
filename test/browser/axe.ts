// What axe finds on a page, in words; nothing serious is tolerated.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Serious and critical ones. */
export async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      // A table repeats the same finding in every row.
      nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${id}: ${html}\n  ${failureSummary?.replaceAll('\n', '\n  ')}`),
    )
}
