// How Vedette looks: calm, legible, the same in light and dark.
import { createTheme, type MantineColorsTuple } from '@mantine/core'

const teal: MantineColorsTuple = [
  '#e6f5f7',
  '#d0e7eb',
  '#a3cfd7',
  '#72b5c2',
  '#4aa0b0',
  '#2f93a5',
  '#1f7a8c',
  '#156373',
  '#123c4a',
  '#0b2a35',
]

export const theme = createTheme({
  primaryColor: 'vedette',
  primaryShade: { light: 7, dark: 4 },
  colors: { vedette: teal },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  autoContrast: true,
  headings: { fontWeight: '600' },
})
