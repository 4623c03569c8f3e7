// Paper is white: what is printed is in light colours, whatever the screen shows, and without the frame around the page.
import './print.css'
import { useEffect } from 'react'

const ATTRIBUTE = 'data-mantine-color-scheme'

export function usePrintInLight(): void {
  useEffect(() => {
    const root = document.documentElement
    let onScreen: string | null = null
    const before = () => {
      onScreen = root.getAttribute(ATTRIBUTE)
      root.setAttribute(ATTRIBUTE, 'light')
    }
    const after = () => {
      if (onScreen) root.setAttribute(ATTRIBUTE, onScreen)
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
}
