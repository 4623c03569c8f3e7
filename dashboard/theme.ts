// How Vedette looks: calm, legible, the same in light and dark.
import {
  type BadgeProps,
  type CSSVariablesResolver,
  createTheme,
  DEFAULT_THEME,
  type MantineColorsTuple,
  type ModalProps,
} from '@mantine/core'

const teal: MantineColorsTuple = [
  '#e6f5f7',
  '#d0e7eb',
  '#a3cfd7',
  '#72b5c2',
  '#52a8b8',
  '#2f93a5',
  '#1f7a8c',
  '#156373',
  '#123c4a',
  '#0b2a35',
]

/** Mantine's own, dark enough where letters stand: in the last shade, and in red in white on the one of buttons (4.5 : 1). */
const { red, orange, yellow, green, teal: turquoise } = DEFAULT_THEME.colors
const legible = {
  red: [...red.slice(0, 6), '#d63030', '#c92a2a', '#b32424', '#9c1c1c'],
  orange: [...orange.slice(0, 9), '#8f3205'],
  yellow: [...yellow.slice(0, 9), '#7a4a00'],
  green: [...green.slice(0, 9), '#1c6b2c'],
  teal: [...turquoise.slice(0, 9), '#05664a'],
} as unknown as Record<string, MantineColorsTuple>

export const theme = createTheme({
  primaryColor: 'vedette',
  primaryShade: { light: 7, dark: 6 },
  colors: { vedette: teal, ...legible },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  autoContrast: true,
  respectReducedMotion: true,
  headings: { fontWeight: '600' },
  components: {
    // As words are written, and not in capitals: easier to read, and like our own badges.
    Badge: { defaultProps: { tt: 'none' } satisfies Partial<BadgeProps> },
    // Named and not imported: a page without dialogs needs none of them.
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } satisfies Partial<ModalProps> },
  },
})

/** In the dark, Mantine's quiet buttons and marked places are all but white and black: here they keep their colour. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: { '--mantine-color-placeholder': colors.gray![7]! },
  dark: {
    '--mantine-color-placeholder': colors.dark![1]!,
    '--mantine-color-anchor': colors.vedette![3]!,
    '--mantine-color-red-light-color': colors.red![3]!,
    '--mantine-color-vedette-light-color': colors.vedette![2]!,
    '--mantine-color-vedette-light': 'rgba(47, 147, 165, 0.2)',
    '--mantine-color-vedette-light-hover': 'rgba(47, 147, 165, 0.26)',
  },
})
