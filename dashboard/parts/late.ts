// A part that is too big for the first load. It is fetched as soon as the page's own script is there, beside the page's
// data: by the time there is something to draw, so is what draws it.
import { lazy, type ReactNode } from 'react'

export function late<Props>(load: () => Promise<{ default: (props: Props) => ReactNode }>) {
  // What fails here is tried again when it is needed, and told then.
  void load().catch(() => undefined)
  return lazy(load)
}
